# SPDX-License-Identifier: Apache-2.0
# rivlin-fe: the only library that knows deal.II, MPI, HDF5, MUMPS and METIS.
set(fe_sources)
foreach(room ${RIVLIN_FE_ROOMS})
  file(GLOB_RECURSE room_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/source/${room}/*.cc)
  list(APPEND fe_sources ${room_sources})
endforeach()
add_library(rivlin-fe STATIC ${fe_sources})
add_library(rivlin::fe ALIAS rivlin-fe)
set_target_properties(rivlin-fe PROPERTIES EXPORT_NAME fe)
target_include_directories(rivlin-fe SYSTEM PUBLIC ${DEAL_II_INCLUDE_DIRS})
target_link_libraries(rivlin-fe PUBLIC rivlin-core deal.ii)
target_link_libraries(rivlin-fe PRIVATE ${MUMPS_LIBRARY} ${METIS_LIBRARY} ${CMAKE_DL_LIBS}
  $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
rivlin_compile_options(rivlin-fe)
rivlin_dealii_options(rivlin-fe)
target_precompile_headers(rivlin-fe PRIVATE ${CMAKE_SOURCE_DIR}/source/fe/precompiled.h)
