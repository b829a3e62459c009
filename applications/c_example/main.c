/* SPDX-License-Identifier: Apache-2.0 */
/* Drives the first sleeve of a reduced model by a sine in x and prints its
   reaction and stiffness: c_example MODEL.rom [AMPLITUDE [FREQUENCY]]. */
#include <rivlin/online/rivlin.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int
fail(rivlin_model *model, rivlin_status status)
{
  fprintf(stderr, "%s\n", rivlin_last_error(model));
  rivlin_close(model);
  return (int)status;
}

int
main(int n_arguments, char **arguments)
{
  const double pi   = 3.14159265358979323846;
  const int n_steps = 100;
  double amplitude = 0.1, frequency = 1, h, *tangent;
  rivlin_model *model = NULL;
  rivlin_options options;
  rivlin_status status;
  char error[1000];
  int step, n;

  if (n_arguments < 2)
    {
      fprintf(stderr, "usage: c_example MODEL.rom [AMPLITUDE [FREQUENCY]]\n");
      return RIVLIN_WRONG_INPUT;
    }
  if (n_arguments > 2)
    amplitude = atof(arguments[2]);
  if (n_arguments > 3)
    frequency = atof(arguments[3]);
  if (!(frequency > 0))
    {
      fprintf(stderr, "The frequency must be positive.\n");
      return RIVLIN_WRONG_INPUT;
    }

  rivlin_default_options(&options);
  options.drive_all = 1;
  status = rivlin_open(arguments[1], &options, &model, error, sizeof error);
  if (status != RIVLIN_OK)
    {
      fprintf(stderr, "%s\n", error);
      return (int)status;
    }
  n = rivlin_n_sleeves(model);
  if (n < 1)
    {
      fprintf(stderr, "The model has no moving sleeve.\n");
      rivlin_close(model);
      return RIVLIN_WRONG_INPUT;
    }
  printf("# %s, sleeve \"%s\", units %s\n",
         rivlin_version(),
         rivlin_sleeve_name(model, 0),
         rivlin_unit_system(model));
  printf("# time, x, force x, min J, distance, inside\n");

  status = rivlin_start(model, 0);
  if (status != RIVLIN_OK)
    return fail(model, status);
  h = 1 / (frequency * n_steps);
  for (step = 1; step <= n_steps; ++step)
    {
      const double omega = 2 * pi * frequency, t = step * h;
      double pose[6] = {0}, velocity[6] = {0}, reaction[6];
      rivlin_trust trust;
      /* From rest to rest. */
      pose[0]     = amplitude * (1 - cos(omega * t)) / 2;
      velocity[0] = amplitude * omega * sin(omega * t) / 2;
      status      = rivlin_set_pose(model, 0, pose, velocity);
      if (status == RIVLIN_OK)
        status = rivlin_advance(model, h);
      if (status == RIVLIN_OK)
        status = rivlin_get_reaction(model, 0, reaction);
      if (status == RIVLIN_OK)
        status = rivlin_get_trust(model, &trust);
      if (status != RIVLIN_OK)
        return fail(model, status);
      printf("%.6g, %.6g, %.6g, %.4f, %.3g, %d\n",
             t,
             pose[0],
             reaction[0],
             trust.min_J,
             trust.distance,
             trust.inside);
    }

  tangent = malloc(36 * (size_t)(n * n) * sizeof *tangent);
  if (tangent == NULL)
    {
      rivlin_close(model);
      return RIVLIN_INTERNAL;
    }
  status = rivlin_get_tangent(model, tangent, NULL);
  if (status == RIVLIN_OK)
    printf("# d force x / d x in the last step: %.6g\n", tangent[0]);
  free(tangent);
  if (status != RIVLIN_OK)
    return fail(model, status);
  rivlin_close(model);
  return RIVLIN_OK;
}
