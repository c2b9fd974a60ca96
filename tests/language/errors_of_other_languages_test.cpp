// What users of Python, Go and JavaScript type: the exact texts.

#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"

using namespace interlock::language::tests;

TEST_CASE("complaint: while, with a condition and without") {
  CHECK(statement_errors_of("while True {\n"
                            "  x = 1\n"
                            "}\n"
                            "while redis.GET(lock) == none { sleep 1s }") ==
        R"(error[E0125]: there is no while
  --> my.interlock:3:1
   |
 3 | while True {
   | ^^^^^
help: write loop { ... }, and break to leave it
error[E0125]: there is no while
  --> my.interlock:6:1
   |
 6 | while redis.GET(lock) == none { sleep 1s }
   | ^^^^^
help: to go round: loop { if not (CONDITION) { break } ... }
help: to wait for a condition on a server: when CONDITION { ... }
help: to poll: retry until CALL
)");
}

TEST_CASE("complaint: the operators of C and Go") {
  CHECK(statement_errors_of("me := fresh id\nif a && !b || c === d { x++ }") ==
        R"(error[E0113]: there is no operator :=
  --> my.interlock:3:4
   |
 3 | me := fresh id
   |    ^^
help: write =
error[E0111]: there is no operator &&
  --> my.interlock:4:6
   |
 4 | if a && !b || c === d { x++ }
   |      ^^
help: write and
error[E0111]: there is no operator !
  --> my.interlock:4:9
   |
 4 | if a && !b || c === d { x++ }
   |         ^
help: write not
error[E0111]: there is no operator ||
  --> my.interlock:4:12
   |
 4 | if a && !b || c === d { x++ }
   |            ^^
help: write or
error[E0111]: there is no operator ===
  --> my.interlock:4:17
   |
 4 | if a && !b || c === d { x++ }
   |                 ^^^
help: write ==
error[E0114]: there is no operator ++
  --> my.interlock:4:26
   |
 4 | if a && !b || c === d { x++ }
   |                          ^^
help: write x += 1
)");
}

TEST_CASE("complaint: the values of Python, Go and JavaScript") {
  CHECK(statement_errors_of("a = None\nb = nil\nc = undefined\nd = True") ==
        R"(error[E0127]: there is no None
  --> my.interlock:3:5
   |
 3 | a = None
   |     ^^^^
help: write none
error[E0127]: there is no nil
  --> my.interlock:4:5
   |
 4 | b = nil
   |     ^^^
help: write none
error[E0127]: there is no undefined
  --> my.interlock:5:5
   |
 5 | c = undefined
   |     ^^^^^^^^^
help: write none
error[E0128]: values are written in small letters
  --> my.interlock:6:5
   |
 6 | d = True
   |     ^^^^
help: write true
)");
}

TEST_CASE("complaint: elif and Python's blocks") {
  CHECK(statement_errors_of("if a { x = 1 } elif b { x = 2 }\n"
                            "if a:\n"
                            "  x = 1\n"
                            "else:\n"
                            "  x = 2") ==
        R"(error[E0126]: there is no elif
  --> my.interlock:3:16
   |
 3 | if a { x = 1 } elif b { x = 2 }
   |                ^^^^
help: write else if
error[E0124]: a block stands between { and }
  --> my.interlock:4:5
   |
 4 | if a:
   |     ^
help: write if CONDITION { ... }
)");
}

TEST_CASE("complaint: semicolons at the ends of lines") {
  CHECK(statement_errors_of("x = 1;\ny = 2;\nif a { z = 3; }") ==
        R"(error[E0116]: a line ends without ;
  --> my.interlock:3:6
   |
 3 | x = 1;
   |      ^
help: leave it out; a ; stands only between two statements on one line (2 more below)
)");
}

TEST_CASE("complaint: comments of other languages") {
  CHECK(statement_errors_of("x = 1 // one\n/* two\n   three */\ny = 2") ==
        R"(error[E0110]: a comment starts with #, not with //
  --> my.interlock:3:7
   |
 3 | x = 1 // one
   |       ^^
help: write # and put it on every line of the comment
error[E0110]: a comment starts with #, not with /*
  --> my.interlock:4:1
   |
 4 | /* two
   | ^^
help: write # and put it on every line of the comment
)");
}

TEST_CASE("complaint: texts in other quotes") {
  CHECK(statement_errors_of("redis.SET(lock, 'me')\nx = \"abc\ny = 1") ==
        R"(error[E0105]: a text stands between double quotes, not between '
  --> my.interlock:3:17
   |
 3 | redis.SET(lock, 'me')
   |                 ^^^^
help: write "me"
error[E0104]: this text is not closed
  --> my.interlock:4:5
   |
 4 | x = "abc
   |     ^ it begins here
help: a text stands between two " on one line
)");
}

TEST_CASE("complaint: numbers with units") {
  CHECK(statement_errors_of("sleep 10 s\n"
                            "sleep 10sec\n"
                            "sleep 3parsecs\n"
                            "sleep 1.5\n"
                            "x = 10_000") ==
        R"(error[E0108]: a number and its unit stand together
  --> my.interlock:3:10
   |
 3 | sleep 10 s
   |          ^
help: write 10s
error[E0107]: there is no unit sec
  --> my.interlock:4:9
   |
 4 | sleep 10sec
   |         ^^^
help: write 10s
error[E0107]: there is no unit parsecs
  --> my.interlock:5:8
   |
 5 | sleep 3parsecs
   |        ^^^^^^^
help: units are us, ms, s, min and h, without a space: 10s, 250ms
error[E0109]: a number without a unit has no fraction
  --> my.interlock:6:7
   |
 6 | sleep 1.5
   |       ^^^
help: is it a duration? 1.5s
error[E0109]: a number is written in the digits 0 to 9 alone
  --> my.interlock:7:5
   |
 7 | x = 10_000
   |     ^^^^^^
help: write 10000, or 10s
)");
}

TEST_CASE("complaint: declarations and functions") {
  CHECK(statement_errors_of("let x = 5\ndef release():\nfor i in range(3) { }") ==
        R"(error[E0129]: there is no let
  --> my.interlock:3:1
   |
 3 | let x = 5
   | ^^^
help: a variable is bound by its name alone: x = ...
error[E0130]: there are no functions
  --> my.interlock:4:1
   |
 4 | def release():
   | ^^^
help: a client's body is written out; what a server does is an op in a store file
error[E0133]: for goes over the servers of an array or the members of a container, and over nothing else
  --> my.interlock:5:1
   |
 5 | for i in range(3) { }
   | ^^^
help: write for n in node { ... }, or for m in S { ... }
help: to count: tries : int 0..3 = 0, then loop { if tries == 3 { break }; tries += 1 }
)");
}

TEST_CASE("complaint: exceptions and await") {
  CHECK(statement_errors_of("try {\n"
                            "  x = await redis.GET(lock)\n"
                            "} except {\n"
                            "}") ==
        R"(error[E0131]: there are no exceptions
  --> my.interlock:3:1
   |
 3 | try {
   | ^^^
help: a call answers with a value; what goes wrong is a fault: expect { NAME holds under crash }
error[E0132]: there is no await
  --> my.interlock:4:7
   |
 4 |   x = await redis.GET(lock)
   |       ^^^^^
help: a call answers at once: x = redis.GET(lock)
)");
}

TEST_CASE("complaint: a call that names no server") {
  CHECK(statement_errors_of("SETNX(lock, me)\nx = len(queue)") ==
        R"(error[E0135]: there is no function SETNX
  --> my.interlock:3:1
   |
 3 | SETNX(lock, me)
   | ^^^^^
help: a call names its server: redis.GET(lock)
error[E0135]: there is no function len
  --> my.interlock:4:5
   |
 4 | x = len(queue)
   |     ^^^
help: the number of members is count of S
)");
}

TEST_CASE("complaint: comparisons") {
  CHECK(statement_errors_of("if x = 3 { }\n"
                            "if a < b < c { }\n"
                            "if a not in s or b is not none { }") ==
        R"(error[E0137]: = binds a name; a comparison is ==
  --> my.interlock:3:6
   |
 3 | if x = 3 { }
   |      ^
help: write ==
error[E0138]: a comparison has two sides
  --> my.interlock:4:10
   |
 4 | if a < b < c { }
   |          ^ a third one begins here
help: write two comparisons: a < b and b < c
error[E0139]: there is no operator not in
  --> my.interlock:5:6
   |
 5 | if a not in s or b is not none { }
   |      ^^^
help: write not x in S, which is not (x in S)
error[E0111]: there is no operator is
  --> my.interlock:5:20
   |
 5 | if a not in s or b is not none { }
   |                    ^^
help: write !=
)");
}

TEST_CASE("complaint: options as in Python") {
  CHECK(statement_errors_of("redis.SET(lock, me, px=ttl)") ==
        R"(error[E0144]: an option is passed without =
  --> my.interlock:3:23
   |
 3 | redis.SET(lock, me, px=ttl)
   |                       ^
help: write px VALUE; a flag is passed by its bare name
)");
}
