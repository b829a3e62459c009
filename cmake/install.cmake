# SPDX-License-Identifier: Apache-2.0
# Libraries, headers and the CMake package, so that another project can say
# find_package(rivlin COMPONENTS core online fe).
include(CMakePackageConfigHelpers)
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/rivlin)

set(installed_parts core online)
if(TARGET rivlin-fe)
  list(APPEND installed_parts fe)
else()
  foreach(room ${RIVLIN_FE_ROOMS})
    list(APPEND headers_left_out PATTERN "rivlin/${room}" EXCLUDE)
  endforeach()
endif()

foreach(part ${installed_parts})
  install(TARGETS rivlin-${part} EXPORT rivlin-${part}
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT rivlin-${part} NAMESPACE rivlin::
    FILE rivlin-${part}-targets.cmake DESTINATION ${package_folder})
endforeach()
install(DIRECTORY ${CMAKE_SOURCE_DIR}/include/rivlin
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h" ${headers_left_out})
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE ${CMAKE_SOURCE_DIR}/doc/licences.md
  DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${CMAKE_SOURCE_DIR}/cmake/rivlinConfig.cmake.in
  ${CMAKE_BINARY_DIR}/rivlinConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/rivlinConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/rivlinConfig.cmake ${CMAKE_BINARY_DIR}/rivlinConfigVersion.cmake
  DESTINATION ${package_folder})
