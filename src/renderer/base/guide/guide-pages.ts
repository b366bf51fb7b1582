/** The pages of the user guide, in the order in which they are read: `docs/guide/<id>.md`, the overview in its README. */
export const GUIDE_PAGES = [
  'overview',
  'first-workflow',
  'models',
  'evaluations',
  'lines-and-zones',
  'results',
  'accuracy',
  'many-files',
  'data',
  'deployments',
  'activity',
  'server',
  'command-line',
] as const
export type GuidePage = (typeof GUIDE_PAGES)[number]
