/** Tasks, and the tools of agents. */
export const tools = {
  'task.missing': ['There is no task “{id}”.', 'id'],
  'task.ids_or_filter': 'send either image_ids or filter',
  'task.no_images': 'no image of the data set matches',
  'task.images_missing': 'some of these images are not in the data set',
  'task.not_a_member': 'the organization has no member with this user id',
  'task.needs_user': 'Work is credited to a person: use a key that belongs to one, or sign in.',
  'task.completed': 'The task is completed. Set its status to “in_progress” to work on it again.',
  'tool.not_available': [
    'This version of Sightline can’t do “{name}” yet: the tool is listed, but its engine is missing. Nothing was changed.',
    'name',
  ],
  'tool.needs_this_machine': [
    'The server can’t read folders of your machine. Call upload_image for each image in “{folder}”, or run “sightline mcp” on that machine.',
    'folder',
  ],
  'tool.no_folder': ['There is no folder “{folder}” on this machine that can be read.', 'folder'],
  'tool.folder_without_images': ['The folder “{folder}” has no images.', 'folder'],
  'tool.many_files': ['The folder has more than {most, number} files.', 'most'],
  'tool.many_images': [
    'The folder has more than {most, number} images, which is the limit of one call. Name a folder inside.',
    'most',
  ],
  'tool.not_text': ['“{name}” is not a text file. Download it by its link instead.', 'name'],
  'tool.batch': 'Send one message in each request: batches are not supported.',
  'tool.origin_refused': ['Pages of {origin} may not call this server.', 'origin'],
} as const
