/**
 * Upper limits on the size of a workflow, which bound the cost of untrusted input and are above any that a person
 * draws.
 */

/** Blocks of a graph; the Studio is benchmarked with a thousand. */
export const MAX_NODES = 5_000
export const MAX_EDGES = 20_000
/** Corners of a line or zone. */
export const MAX_POINTS = 2_000
/** Lines and zones of a measure block, rules of a condition, prompts of a model. */
export const MAX_ENTRIES = 100
/** Names in a list of classes; the largest public detectors have some thousand. */
export const MAX_CLASSES = 2_000
/** Characters of the id of a block or a port. */
export const MAX_ID = 100
/** Characters of a class, a model, a data set. */
export const MAX_NAME = 500
/** Characters of a path or web address. */
export const MAX_ADDRESS = 4_096
/** Nesting depth of lists and objects; the deepest setting of a block is at eight. */
export const MAX_DEPTH = 64
/** Problems reported for one graph. */
export const MAX_ISSUES = 200

/** The longest list allowed in a block's settings. */
export const MAX_LIST = Math.max(MAX_POINTS, MAX_ENTRIES, MAX_CLASSES)
