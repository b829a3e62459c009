# SPDX-License-Identifier: Apache-2.0
# Several source files in one translation unit: headers are read and templates
# instantiated once per group, which halves the time to compile the core.
# RIVLIN_GROUPS=OFF compiles each file alone: for work on them.
option(RIVLIN_GROUPS "Compile the files of a room of the core in groups" ON)

# rivlin_group_sources(LIST ROOM N ...): in the variable LIST, replaces the files
# of source/ROOM by N files that include them. A file keeps its group when others
# come and go, so that ccache finds the other groups again; includes are relative
# to source/, so that it does so in another clone.
function(rivlin_group_sources list)
  if(NOT RIVLIN_GROUPS)
    return()
  endif()
  set(rest ${${list}})
  set(rooms ${ARGN})
  while(rooms)
    list(POP_FRONT rooms room n)
    set(ungrouped)
    foreach(source ${rest})
      if(source MATCHES "source/(${room}/[^/]+)$")
        set(name ${CMAKE_MATCH_1})
        string(MD5 hash ${name})
        string(SUBSTRING ${hash} 0 6 digits)
        math(EXPR group "0x${digits} % ${n}")
        string(APPEND text_${room}_${group} "#include \"${name}\"\n")
      else()
        list(APPEND ungrouped ${source})
      endif()
    endforeach()
    set(rest ${ungrouped})
    math(EXPR last "${n} - 1")
    foreach(group RANGE ${last})
      if(text_${room}_${group})
        set(file ${CMAKE_BINARY_DIR}/groups/${list}_${room}_${group}.cc)
        file(CONFIGURE OUTPUT ${file} CONTENT "// Made by cmake/source_groups.cmake.\n${text_${room}_${group}}" @ONLY)
        list(APPEND rest ${file})
      endif()
    endforeach()
  endwhile()
  set(${list} ${rest} PARENT_SCOPE)
endfunction()
