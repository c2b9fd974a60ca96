# What `cmake --install` puts where, and what `cpack -G DEB` packs. Included by CMakeLists.txt.
#   program      bin/interlock; needs nothing beside it, wherever the tree is moved to: models, stores and specs are inside
#   development  the engine, the reports and the texts that ship as libraries, with headers and a CMake package:
#                find_package(interlock), then interlock::check, interlock::reports, interlock::shipped
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(interlock_libraries language run machine evaluator explore trace check reports shipped)
set(interlock_headers "${CMAKE_INSTALL_INCLUDEDIR}/interlock")
set(interlock_package "${CMAKE_INSTALL_LIBDIR}/cmake/interlock")
set(interlock_documents "${CMAKE_INSTALL_DATADIR}/doc/interlock")

install(TARGETS interlock RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}" COMPONENT program)
install(DIRECTORY models specs DESTINATION "${CMAKE_INSTALL_DATADIR}/interlock" COMPONENT program)
install(FILES README.md KNOWN_LIMITS.md TRUST.md LICENSE DESTINATION "${interlock_documents}" COMPONENT program)

# The program writes them itself.
set(interlock_written "${PROJECT_BINARY_DIR}/written")
install(CODE "
  file(MAKE_DIRECTORY \"${interlock_written}\")
  foreach(file interlock.1 interlock.bash _interlock interlock.fish)
    set(words man)
    if(NOT file STREQUAL interlock.1)
      string(REGEX MATCH \"(bash|fish)\" shell \"\${file}\")
      if(NOT shell)
        set(shell zsh)
      endif()
      set(words completion \${shell})
    endif()
    execute_process(COMMAND \"$<TARGET_FILE:interlock>\" \${words} OUTPUT_FILE \"${interlock_written}/\${file}\"
      COMMAND_ERROR_IS_FATAL ANY)
  endforeach()" COMPONENT program)
install(FILES "${interlock_written}/interlock.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT program)
install(FILES "${interlock_written}/interlock.bash" RENAME interlock
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT program)
install(FILES "${interlock_written}/_interlock"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions" COMPONENT program)
install(FILES "${interlock_written}/interlock.fish"
  DESTINATION "${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d" COMPONENT program)

set(interlock_targets interlock_settings)
foreach(library IN LISTS interlock_libraries)
  set_target_properties(interlock_${library} PROPERTIES EXPORT_NAME ${library})
  list(APPEND interlock_targets interlock_${library})
endforeach()
set_target_properties(interlock_settings PROPERTIES EXPORT_NAME settings)
install(TARGETS ${interlock_targets} EXPORT interlock_targets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}/interlock" COMPONENT development
  INCLUDES DESTINATION "${interlock_headers}")
install(EXPORT interlock_targets NAMESPACE interlock:: FILE interlock-targets.cmake
  DESTINATION "${interlock_package}" COMPONENT development)
install(DIRECTORY engine reports DESTINATION "${interlock_headers}" COMPONENT development FILES_MATCHING PATTERN "*.hpp")
install(FILES cli/shipped_texts.hpp DESTINATION "${interlock_headers}/cli" COMPONENT development)
install(DIRECTORY tests/package/example DESTINATION "${interlock_documents}" COMPONENT development)

configure_package_config_file(scripts/interlock-config.cmake.in "${PROJECT_BINARY_DIR}/interlock-config.cmake"
  INSTALL_DESTINATION "${interlock_package}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/interlock-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/interlock-config.cmake" "${PROJECT_BINARY_DIR}/interlock-config-version.cmake"
  DESTINATION "${interlock_package}" COMPONENT development)

# Two packages: interlock, and libinterlock-dev. What the program needs dpkg-shlibdeps finds out.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME interlock)
set(CPACK_PACKAGE_VENDOR Interlock)
set(CPACK_PACKAGE_CONTACT "Interlock <interlock@localhost>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS OFF)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME interlock)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS graphviz)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "model checker for lock protocols
 Checks distributed locks, written down as short texts that read like the code
 under review: which guarantees hold under which faults, and the simplest run
 that breaks one.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libinterlock-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfmt-dev, librange-v3-dev, nlohmann-json3-dev")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "model checker for lock protocols, as a library
 Headers, static libraries and a CMake package of Interlock's engine.")
include(CPack)
