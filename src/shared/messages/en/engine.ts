/** Runs that fail or can't resume, and engine processes that end. */
export const engine = {
  'engine.run_failed': ['The run failed: {reason}', 'reason'],
  'engine.block_failed': ['The block “{block}” failed: {reason}', 'block', 'reason'],
  'engine.failure_with_cause': ['{failure} ({cause})', 'failure', 'cause'],
  'engine.output_folder': 'the output folder',
  'engine.results_disk_full': [
    'The disk that holds “{path}” is full. Free some space, or choose another folder for the results.',
    'path',
  ],
  'engine.results_too_large': [
    '“{path}” has become larger than its disk, or this account, allows. Choose another folder for the results.',
    'path',
  ],
  'engine.results_unwritable': [
    'Results can’t be written to “{path}”. Check that the folder exists and may be written to, or choose another.',
    'path',
  ],
  'engine.folder_in_use': [
    'Another run is writing to “{folder}”. Wait until it has ended, or choose another folder for the results.',
    'folder',
  ],
  'engine.workflow_not_runnable': 'The workflow can’t run.',
  'engine.no_source': 'Add a source block: the video or image that the workflow processes.',
  'engine.no_media': 'Choose a video or an image in the source block.',
  'engine.model_missing': ['The model “{name}” is not there. Choose another.', 'name'],
  'engine.block_model_missing': 'The model of this block is not there. Choose another.',
  'engine.appearance_model_missing': [
    'The appearance model “{name}” is not there. Choose another, or leave the field empty.',
    'name',
  ],
  'engine.embedding_in_model_block': [
    '“{name}” is a re-identification model, which detects nothing. Choose another, and use this one as the appearance model of a track block with BoT-SORT.',
    'name',
  ],
  'engine.stale_cache':
    'The cached results of an earlier run do not fit this video. Run the workflow again without the cache.',
  'engine.later_results': [
    'This run can’t be resumed: a later run has completed in “{folder}”, and its results would be replaced. Move those to another folder, then resume.',
    'folder',
  ],
  'engine.no_checkpoint':
    'This run can’t be resumed: its checkpoint is missing or incomplete. Run the workflow again from the start.',
  'engine.other_version': [
    'This run can’t be resumed: it was started with Sightline {before}, and this is Sightline {now}. Run the workflow again from the start.',
    'before',
    'now',
  ],
  'engine.changed_workflow':
    'This run can’t be resumed: the workflow has changed since. Run the workflow again from the start.',
  'engine.changed_source': [
    'This run can’t be resumed: “{name}” has changed since. Run the workflow again from the start.',
    'name',
  ],
  'engine.other_frames':
    'This run can’t be resumed: it would process other frames of the source than before. Run the workflow again from the start.',
  'engine.changed_model': [
    'This run can’t be resumed: the model “{name}” has changed since. Run the workflow again from the start.',
    'name',
  ],
  'engine.interrupted': 'This run was interrupted before it ended. Resume it, or run the workflow again.',
  'engine.embedding_served': ['“{name}” is a re-identification model, which detects nothing. Choose another.', 'name'],
  'engine.server_closed': 'The process of this model was ended.',
  'engine.with_output': ['{reason} Its last output: {output}', 'reason', 'output'],
  'engine.silent': [
    'The engine was ended because it did not respond for {seconds} seconds. Start the run again; if it happens again, try another file or model.',
    'seconds',
  ],
  'engine.stalled': [
    'The engine was ended because it made no progress for {seconds} seconds. Start the run again; if it happens again, try another file or model.',
    'seconds',
  ],
  'engine.block_stalled': [
    'The engine was ended because the block “{block}” made no progress for {seconds} seconds. Start the run again; if it happens again, try another file or model.',
    'block',
    'seconds',
  ],
  'engine.crashed': [
    'The engine crashed (signal {signal}). Start the run again; if it crashes again, try another file or model.',
    'signal',
  ],
  'engine.killed':
    'The engine was ended from outside (signal SIGKILL): by a user, or because memory ran out. Start the run again.',
  'engine.memory': [
    'The engine was ended because it needed more than {megabytes} MB of memory. Try a smaller video, image or model, or allow more with SIGHTLINE_ENGINE_MEMORY_MB.',
    'megabytes',
  ],
  'engine.signalled': ['The engine was ended from outside (signal {signal}). Start the run again.', 'signal'],
  'engine.not_started': 'The engine could not be started. Install the app again.',
  'engine.exited': ['The engine ended unexpectedly (exit code {code}). Start the run again.', 'code'],
} as const
