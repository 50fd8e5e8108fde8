import { expect, test } from 'vitest';
import { withoutUnspecified } from './unspecified.ts';

test.each([
  [
    ['SCM_UNKNOWN', 'SCM_GIT', 'SCM_HG'],
    ['SCM_GIT', 'SCM_HG'],
  ],
  [['UNKNOWN_ROLLOUT_TYPE', 'SEGMENT_ROLLOUT_TYPE'], ['SEGMENT_ROLLOUT_TYPE']],
  [['GENRE_UNSPECIFIED', 'GENRE_FICTION'], ['GENRE_FICTION']],
  [
    ['UNKNOWN', 'FEMALE', 'MALE'],
    ['UNKNOWN', 'FEMALE', 'MALE'],
  ],
  [
    ['UNKNOWN_HOST', 'TIMEOUT'],
    ['UNKNOWN_HOST', 'TIMEOUT'],
  ],
  [
    ['SCM_GIT', 'SCM_UNKNOWN'],
    ['SCM_GIT', 'SCM_UNKNOWN'],
  ],
  [['SCM_UNKNOWN'], ['SCM_UNKNOWN']],
])('withoutUnspecified() makes of %j %j', (listed, left) => {
  expect(withoutUnspecified(listed)).toEqual(left);
});
