// What beginners of this language type: the exact texts.

#include "tests/catch.hpp"
#include "tests/language/parsing.hpp"

using namespace interlock::language::tests;

TEST_CASE("complaint: a file that starts with something else") {
  CHECK(errors_of("protocl x\nparam a = 3\n") ==
        R"(error[E0101]: a file starts with protocol, store or spec
  --> my.interlock:1:1
   |
 1 | protocl x
   | ^^^^^^^
help: a word close to it: protocol
)");
}

TEST_CASE("complaint: a file without a head is still read") {
  CHECK(errors_of("param a = 3\nserver x\n") ==
        R"(error[E0101]: a file starts with protocol, store or spec
  --> my.interlock:1:1
   |
 1 | param a = 3
   | ^^^^^
help: write protocol NAME, store NAME or spec NAME above it
error[E0150]: expected ':', found the end of the file
  --> my.interlock:2:9
   |
 2 | server x
   |         ^
help: write server NAME : STORE, for example server redis : redis { }
)");
}

TEST_CASE("complaint: an empty file") {
  CHECK(errors_of("") ==
        R"(error[E0101]: this file is empty
  --> my.interlock:1:1
   |
 1 |
   | ^
help: a file starts with protocol NAME, store NAME or spec NAME
)");
}

TEST_CASE("complaint: a declaration that does not exist") {
  CHECK(errors_of("protocol p\nparm ttl = 10s\nclinet w { }\n") ==
        R"(error[E0102]: there is no declaration parm
  --> my.interlock:2:1
   |
 2 | parm ttl = 10s
   | ^^^^
help: a name close to it: param
error[E0102]: there is no declaration clinet
  --> my.interlock:3:1
   |
 3 | clinet w { }
   | ^^^^^^
help: a name close to it: client
)");
}

TEST_CASE("complaint: a declaration of another kind of file") {
  CHECK(errors_of("protocol p\nop F() { return }\nstore q\n") ==
        R"(error[E0162]: op does not belong into a protocol file
  --> my.interlock:2:1
   |
 2 | op F() { return }
   | ^^
help: a protocol file declares: param, server, client, fault, spec, expect, source
error[E0161]: a file holds one protocol, one store or one spec
  --> my.interlock:3:1
   |
 3 | store q
   | ^^^^^
help: put this store into a file of its own
)");
}

TEST_CASE("complaint: a statement outside of a client") {
  CHECK(errors_of("protocol p\n"
                  "client w {\n"
                  "  if a { x = 1 } }\n"
                  "  y = 2\n"
                  "}\n") ==
        R"(error[E0160]: a statement stands inside a block
  --> my.interlock:4:3
   |
 4 |   y = 2
   |   ^ this one stands outside
help: write client NAME { ... } around it, or is there a } too many above?
)");
}

TEST_CASE("complaint: a block that is never closed, and where that shows first") {
  CHECK(errors_of("protocol p\n"
                  "client w {\n"
                  "  loop {\n"
                  "    if x {\n"
                  "      y = 1\n"
                  "  }\n"
                  "  z = 2\n"
                  "}\n"
                  "\n"
                  "expect { a holds }\n") ==
        R"(error[E0122]: this block is never closed
  --> my.interlock:10:1
   |
10 | expect { a holds }
   | ^^^^^^ the next declaration starts here
  --> my.interlock:2:10
   |
 2 | client w {
   |          - it opens here
  --> my.interlock:6:3
   |
 6 |   }
   |   - this } does not stand under the block that it closes:
  --> my.interlock:4:10
   |
 4 |     if x {
   |          - which opens here
help: add a }
)");
}

TEST_CASE("complaint: a } too many") {
  CHECK(errors_of("protocol p\nclient w { }\n}\n") ==
        R"(error[E0123]: this } closes nothing
  --> my.interlock:3:1
   |
 3 | }
   | ^
help: leave it out
)");
}

TEST_CASE("complaint: a statement that does not exist") {
  CHECK(statement_errors_of("retyr until redis.SETNX(lock, me)") ==
        R"(error[E0102]: there is no statement retyr
  --> my.interlock:3:1
   |
 3 | retyr until redis.SETNX(lock, me)
   | ^^^^^
help: a name close to it: retry
)");
}

TEST_CASE("complaint: a line that ends with an operator") {
  CHECK(statement_errors_of("x = a +\n  b\ny = a ==\nz = 1") ==
        R"(error[E0152]: a line does not end with +
  --> my.interlock:3:7
   |
 3 | x = a +
   |       ^
help: begin the next line with +
error[E0150]: expected a value, found the end of the line
  --> my.interlock:5:9
   |
 5 | y = a ==
   |         ^
)");
}

TEST_CASE("complaint: parentheses that are not closed") {
  CHECK(statement_errors_of("x = redis.GET(lock\ny = s[k\nif (a { z = 1 }") ==
        R"(error[E0145]: this ( is not closed
  --> my.interlock:3:14
   |
 3 | x = redis.GET(lock
   |              ^
error[E0145]: this [ is not closed
  --> my.interlock:4:6
   |
 4 | y = s[k
   |      ^
error[E0145]: this ( is not closed
  --> my.interlock:5:4
   |
 5 | if (a { z = 1 }
   |    ^
)");
}

TEST_CASE("complaint: two statements on a line") {
  CHECK(statement_errors_of("x = 1 y = 2\nbreak 3") ==
        R"(error[E0121]: two statements on one line need a ; between them
  --> my.interlock:3:7
   |
 3 | x = 1 y = 2
   |       ^ the second one begins here
help: or give it a line of its own
error[E0150]: expected the end of the statement, found '3'
  --> my.interlock:4:7
   |
 4 | break 3
   |       ^
)");
}

TEST_CASE("complaint: values that stand alone") {
  CHECK(statement_errors_of("redis.lock\ntotal") ==
        R"(error[E0141]: a value alone does nothing
  --> my.interlock:3:1
   |
 3 | redis.lock
   | ^^^^^^^^^^
help: a call has parentheses: redis.INCR(counter); an assignment has a =
error[E0141]: a value alone does nothing
  --> my.interlock:4:1
   |
 4 | total
   | ^^^^^
help: a call has parentheses: redis.INCR(counter); an assignment has a =
)");
}

TEST_CASE("complaint: words that cannot be names") {
  CHECK(statement_errors_of("now = 3\nx : int = 3\nfor in in node { }") ==
        R"(error[E0142]: 'now' is a word of the language and cannot be a name
  --> my.interlock:3:1
   |
 3 | now = 3
   | ^^^ expected a variable or a server
error[E0154]: an int needs its range
  --> my.interlock:4:5
   |
 4 | x : int = 3
   |     ^^^
help: write int 0..3
error[E0142]: 'in' is a word of the language and cannot be a name
  --> my.interlock:5:5
   |
 5 | for in in node { }
   |     ^^ expected a name for the server
)");
}

TEST_CASE("complaint: polling for something else than a call") {
  CHECK(statement_errors_of("retry until x == 3\nretry redis.GET(x)") ==
        R"(error[E0140]: retry polls with a call
  --> my.interlock:3:13
   |
 3 | retry until x == 3
   |             ^^^^^^ this is not a call
help: write retry until redis.SETNX(lock, me), or retry until x = redis.GET(lock)
help: any other condition: loop { x = CALL; if CONDITION { break } }
error[E0150]: expected 'until', found 'redis'
  --> my.interlock:4:7
   |
 4 | retry redis.GET(x)
   |       ^^^^^
help: write retry until CALL
)");
}

TEST_CASE("complaint: properties without a name") {
  CHECK(statement_errors_of("assert x == 3") ==
        R"(error[E0147]: assert needs the name of a property and a :
  --> my.interlock:3:8
   |
 3 | assert x == 3
   |        ^
help: write assert NAME: CONDITION
)");
}

TEST_CASE("complaint: either without or, else without if") {
  CHECK(statement_errors_of("either { }\nelse { }") ==
        R"(error[E0150]: expected 'or', found the end of the line
  --> my.interlock:3:11
   |
 3 | either { }
   |           ^
help: write either { ... } or { ... }
error[E0143]: this else has no if
  --> my.interlock:4:1
   |
 4 | else { }
   | ^^^^
help: write if C { } else { }
)");
}

TEST_CASE("complaint: fields") {
  CHECK(errors_of("store s\n"
                  "state { a : id, b id\n"
                  "  c : list of id }\n") ==
        R"(error[E0155]: fields stand without , between them
  --> my.interlock:2:15
   |
 2 | state { a : id, b id
   |               ^
help: leave it out: a space or a new line will do
error[E0150]: expected ':', found 'id'
  --> my.interlock:2:19
   |
 2 | state { a : id, b id
   |                   ^^
help: write b : TYPE
error[E0153]: there is no container list
  --> my.interlock:3:7
   |
 3 |   c : list of id }
   |       ^^^^
help: one of: set, queue, map, ranked
)");
}

TEST_CASE("complaint: properties") {
  CHECK(errors_of("spec s\n  \"One.\"\nalwyas x\n") ==
        R"(error[E0165]: this is not a property
  --> my.interlock:3:1
   |
 3 | alwyas x
   | ^^^^^^
help: a word close to it: always
)");
}

TEST_CASE("complaint: a misspelt word in a leads to") {
  CHECK(errors_of("spec s\n  \"One.\"\nfor each c in clients: c waiting lead to c ends round\n") ==
        R"(error[E0165]: this is not a property: 'lead' does not belong here
  --> my.interlock:3:34
   |
 3 | for each c in clients: c waiting lead to c ends round
   |                                  ^^^^
help: a word close to it: leads
)");
}

TEST_CASE("complaint: a spec without a property") {
  CHECK(errors_of("spec s\n  \"One.\"\n") ==
        R"(error[E0165]: a property is missing here
  --> my.interlock:2:9
   |
 2 |   "One."
   |         ^
help: a property is one of: always C, never C, reachable C, always possible C, asserted, witnessed
help: or: for each c in clients: always possible C, for each c in clients: C leads to D
help: or: C again and again leads to D
)");
}

TEST_CASE("complaint: expectations") {
  CHECK(errors_of("protocol p\n"
                  "expect {\n"
                  "  a hold\n"
                  "  b holds under 1 pause\n"
                  "  c fails using 1 pause under pause < 3s and crash forever\n"
                  "}\n") ==
        R"(error[E0166]: expected holds, fails, reachable or unreachable, found 'hold'
  --> my.interlock:3:5
   |
 3 |   a hold
   |     ^^^^
help: a name close to it: holds
error[E0168]: behind under, the number of times follows the fault
  --> my.interlock:4:17
   |
 4 |   b holds under 1 pause
   |                 ^
help: write pause 1 time
error[E0167]: a bound belongs to what it allows
  --> my.interlock:5:37
   |
 5 |   c fails using 1 pause under pause < 3s and crash forever
   |                                     ^
help: write <=
error[E0167]: faults are separated by a comma
  --> my.interlock:5:42
   |
 5 |   c fails using 1 pause under pause < 3s and crash forever
   |                                          ^^^
help: write ,
error[E0167]: for ever is two words
  --> my.interlock:5:52
   |
 5 |   c fails using 1 pause under pause < 3s and crash forever
   |                                                    ^^^^^^^
help: write for ever
)");
}

TEST_CASE("complaint: expectations that are not on one line") {
  CHECK(errors_of("protocol p\nexpect {\n  d holds\n    under pause\n  holds\n}\n") ==
        R"(error[E0166]: under stands on the line of its expectation
  --> my.interlock:4:5
   |
 4 |     under pause
   |     ^^^^^
error[E0166]: expected holds, fails, reachable or unreachable, found the end of the line
  --> my.interlock:5:8
   |
 5 |   holds
   |        ^
help: write NAME holds, NAME fails, NAME reachable or NAME unreachable
)");
}

TEST_CASE("complaint: bytes that are no text") {
  CHECK(errors_of("protocol p\n"
                  "param a = \377\001 3\n"
                  "param b = \342\200\2343\342\200\235 # \001\n") ==
        R"(error[E0103]: the byte ff cannot stand here
  --> my.interlock:2:11
   |
 2 | param a = ?? 3
   |           ^^
help: names are made of the letters a to z, digits and _
error[E0103]: a “ cannot stand here
  --> my.interlock:3:11
   |
 3 | param b = “3” # ?
   |           ^
help: write "
error[E0103]: a ” cannot stand here
  --> my.interlock:3:15
   |
 3 | param b = “3” # ?
   |             ^
help: write "
error[E0106]: this comment holds a character that cannot be shown
  --> my.interlock:3:19
   |
 3 | param b = “3” # ?
   |               ^^^
help: save the file as UTF-8, without control characters
)");
}

TEST_CASE("complaint: a sentence leaves open what no run fills in") {
  CHECK(errors_of("spec s\n\"S.\"\nasserted\nwhen broken \"{whoo} does it.\"\n")
            .find(R"(error[E0169]: {whoo} is no word)") == 0);
  CHECK(errors_of("spec s\n\"S.\"\nasserted\nwhen broken\n").find("expected a sentence in quotes") !=
        std::string::npos);
  CHECK(errors_of("spec s\n\"S.\"\nwitnessed\nwhen broken \"{who} does it.\"\n").find("'reached'") !=
        std::string::npos);
  CHECK(errors_of("spec s\n\"S.\"\nasserted\nwhen broken \"{who} does it[: {call}].\"\n").empty());
}
