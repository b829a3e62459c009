// SPDX-License-Identifier: Apache-2.0
// Loaded before OpenBLAS: one that does not know the processor. It writes how
// it is called into the file that the variable CALLS names.
#include <stdio.h>
#include <stdlib.h>

char *
openblas_get_corename(void)
{
  char *const chosen = getenv("OPENBLAS_CORETYPE");
  return chosen ? chosen : (char *)"Prescott";
}

void
openblas_set_num_threads(int n)
{
  FILE *const file = fopen(getenv("CALLS"), "a");
  if (!file)
    abort();
  fprintf(file, "%s kernels, %d\n", openblas_get_corename(), n);
  fclose(file);
}
