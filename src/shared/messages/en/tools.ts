/** Tasks, and the tools of agents. */
export const tools = {
  'task.missing': ['There is no task “{id}”.', 'id'],
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
