/* SPDX-License-Identifier: Apache-2.0 */
/* Reduced models of rubber bushings for programs in C: load a .rom file, give
   poses or loads, advance, take reactions or poses.

   All numbers are in the unit system of the model (rivlin_unit_system). Every
   function that returns a rivlin_status leaves a text behind if it is not
   RIVLIN_OK: rivlin_last_error. No function throws, prints or ends the process.
   Different models may be used by different threads, one model by one at a
   time. */
#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct rivlin_model rivlin_model;

typedef enum rivlin_status
{
  RIVLIN_OK            = 0,
  RIVLIN_NOT_CONVERGED = 1, /* the state is the one before the call */
  RIVLIN_WRONG_INPUT   = 2, /* a file, a number or the order of calls */
  RIVLIN_INTERNAL      = 3  /* no memory, or an error of the library */
} rivlin_status;

typedef struct rivlin_options
{
  int quasi_static;       /* 0: generalized alpha; 1: equilibrium */
  double spectral_radius; /* of generalized alpha, 0 to 1 */
  double tolerance;       /* of Newton's method */
  int max_halvings;       /* of a step that is refused */
  int drive_all;          /* 1: drive sleeves that were free in training, too */
  double gravity[3];
} rivlin_options;

/* How far the last answer can be trusted. */
typedef struct rivlin_trust
{
  double min_J;           /* smallest change of volume at the points */
  double distance;        /* Mahalanobis distance to the training set */
  double second_cubature; /* relative difference of the second cubature */
  int inside;             /* 1: within the trained range */
} rivlin_trust;

const char *rivlin_version(void);
void rivlin_default_options(rivlin_options *options);

/* Load a model. `options` may be NULL (defaults). On failure *model is NULL and
   the reason is written to `error`, at most `error_size` characters with the
   final zero; `error` may be NULL. */
rivlin_status rivlin_open(const char *file,
                          const rivlin_options *options,
                          rivlin_model **model,
                          char *error,
                          size_t error_size);
rivlin_status rivlin_open_bytes(const void *bytes,
                                size_t n_bytes,
                                const rivlin_options *options,
                                rivlin_model **model,
                                char *error,
                                size_t error_size);
void rivlin_close(rivlin_model *model); /* NULL is accepted */

/* Of the last call that failed; empty before. Valid until the next call. */
const char *rivlin_last_error(const rivlin_model *model);

const char *rivlin_unit_system(const rivlin_model *model);
int rivlin_n_sleeves(const rivlin_model *model);
/* NULL if there is no such sleeve. */
const char *rivlin_sleeve_name(const rivlin_model *model, int sleeve);
/* 1: pose in, reaction out; 0: force and moment in, pose out. */
int rivlin_sleeve_is_driven(const rivlin_model *model, int sleeve);

/* Inputs at the end of the next step. A pose is the translation and the
   rotation vector (axis times angle); `velocity` holds their time derivatives
   or is NULL. What has no effect is refused: a load on a driven sleeve, the
   pose of one that is free in all directions. */
rivlin_status rivlin_set_pose(rivlin_model *model,
                              int sleeve,
                              const double pose[6],
                              const double *velocity);
rivlin_status rivlin_set_load(rivlin_model *model,
                              int sleeve,
                              const double force[3],
                              const double moment[3]);

/* Begin in equilibrium with the inputs, which are those of the model's start
   (of a bushing that is calibrated or preloaded) where none are set; carry the
   model to time + h. */
rivlin_status rivlin_start(rivlin_model *model, double time);
rivlin_status rivlin_advance(rivlin_model *model, double h);

/* After start or advance. A reaction is the force and the moment about the
   moved centre by which the sleeve acts on the rubber. */
rivlin_status rivlin_get_time(rivlin_model *model, double *time);
rivlin_status
rivlin_get_reaction(rivlin_model *model, int sleeve, double reaction[6]);
/* `velocity` may be NULL. */
rivlin_status rivlin_get_pose(rivlin_model *model,
                              int sleeve,
                              double pose[6],
                              double *velocity);
rivlin_status rivlin_get_trust(rivlin_model *model, rivlin_trust *trust);

/* Derivatives of the outputs by the inputs at the end of the last step: square
   matrices with 6 rows per sleeve, row by row. `by_velocity` may be NULL. */
rivlin_status
rivlin_get_tangent(rivlin_model *model, double *by_input, double *by_velocity);

/* The state as bytes: with `bytes` NULL only the size is returned. */
rivlin_status
rivlin_save_state(rivlin_model *model, void *bytes, size_t *n_bytes);
rivlin_status
rivlin_restore_state(rivlin_model *model, const void *bytes, size_t n_bytes);

#ifdef __cplusplus
}
#endif
