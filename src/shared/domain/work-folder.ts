/** How a run's hidden work folder is recognised, by the engine that fills it and by hosts that clean up after it. */

/** Names of work folders start with this, inside the folder of the results. */
export const WORK_FOLDER_PREFIX = '.work-'

/** Lies in a work folder from which the run can be continued. */
export const CHECKPOINT_NAME = '.checkpoint'

/** Lies in a folder of results while a process works in it, and is locked by that process. */
export const LOCK_NAME = '.lock'
