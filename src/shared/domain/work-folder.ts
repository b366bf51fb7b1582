/**
 * The names of a run's hidden work folder and its files, shared by the engine that fills it and the hosts that clean up
 * after it.
 */

/** Names of work folders start with this, inside the folder of the results. */
export const WORK_FOLDER_PREFIX = '.work-'

/** A file of a work folder from which the run can be resumed. */
export const CHECKPOINT_NAME = '.checkpoint'

/** A file of a results folder while a process works in it, locked by that process. */
export const LOCK_NAME = '.lock'
