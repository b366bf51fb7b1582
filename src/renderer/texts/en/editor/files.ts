export const files = {
  drop: {
    title: 'Drop to use this file',
    text: 'A video or image becomes the source; a .sightline.json file opens',
  },
  actions: {
    notAdded: (file: string) => `“${file}” was not added`,
    media: 'Video or image',
    fileNotAdded: 'The file was not added',
    notOpened: (file: string) => `“${file}” was not opened`,
    dropHint: 'Drop a video, an image or a .sightline.json file.',
    noUse: (file: string) => `“${file}” can’t be used here`,
    workflowFile: 'Workflow file',
    fileNotOpened: 'The file was not opened',
    savedTo: (path: string) => `Saved to ${path}`,
    notSaved: 'The file was not saved',
  },
  upload: {
    reading: 'Reading the file…',
    sent: (sent: string, total: string) => `${sent} of ${total} MB`,
    of: (file: string) => `Upload of ${file}`,
    cancel: 'Cancel the upload',
    interrupted: 'The upload was interrupted. Check that Sightline is still running, then try again.',
    unreadable: (file: string) => `“${file}” could not be read as a video or image.`,
  },
}
