/** Videos and images that can't be read or written, or only in part. Each sentence names the file, most the remedy. */
export const media = {
  'media.missing': ['“{file}” is not there any more. Choose the file again.', 'file'],
  'media.not_a_file': ['“{file}” is not a file. Choose a video or an image.', 'file'],
  'media.forbidden': ['“{file}” may not be read. Change its permissions or copy it elsewhere.', 'file'],
  'media.empty_file': ['“{file}” is empty (0 bytes). Copy it again from where it came from.', 'file'],
  'media.not_media': [
    '“{file}” is not a video or image that can be read, whatever its name says. Choose another file, or convert it to MP4.',
    'file',
  ],
  'media.image_format': [
    "“{file}” is a {format} file, which can't be read here. Export it as JPEG or PNG.",
    'file',
    'format',
  ],
  'media.image_variant': [
    "“{file}” is a {format} file of a kind that can't be read here ({reason}). Save it as PNG or JPEG.",
    'file',
    'format',
    'reason',
  ],
  'media.raw_photo': [
    "“{file}” is a raw photo of a camera, which can't be read here. Export it as JPEG, PNG or TIFF.",
    'file',
  ],
  'media.tiff_compression': [
    "“{file}” is a TIFF file with {compression} compression, which can't be read here. Save it with Deflate or LZW compression, or as PNG.",
    'file',
    'compression',
  ],
  'media.tiff_planes': [
    "“{file}” is a TIFF file with tiles for each colour, which can't be read here. Save it with the colours of a pixel together, or as PNG.",
    'file',
  ],
  'media.image_values': [
    '“{file}” holds numbers of the type {type} instead of colours, so their range is unknown. Convert it to 8 or 16 bits.',
    'file',
    'type',
  ],
  'media.image_channels': [
    '“{file}” has {channels} channels instead of the colours of an image. Save red, green and blue only.',
    'file',
    'channels',
  ],
  'media.first_of_images': ['“{file}” holds {count} images; the first one is used.', 'file', 'count'],
  'media.no_video_stream': ['“{file}” has no video stream: only sound or other data. Choose a video.', 'file'],
  'media.no_images': 'There are no images to process. Add some, or choose another data set or folder.',
  'media.no_good_images': [
    'None of the {count} images can be read. About the first of them: {reason}',
    'count',
    'reason',
  ],
  'media.not_an_image': ['“{file}” is a video, not an image.', 'file'],
  'media.not_a_video': ['“{file}” is an image, not a video. Choose a video file.', 'file'],
  'media.skipped_image': ['Skipped an image: {reason}', 'reason'],
  'media.skipped_images': [
    '{count} of {of} images could not be read and {count, plural, one {was} other {were}} skipped; the manifest lists them.',
    'count',
    'of',
  ],
  'media.no_decoder': [
    "“{file}” uses the video format {codec}, which can't be decoded here. Convert it to H.264 in MP4.",
    'file',
    'codec',
  ],
  'media.unknown_codec': [
    "“{file}” uses an unknown video format, which can't be decoded here. Convert it to H.264 in MP4.",
    'file',
  ],
  'media.damaged': [
    '“{file}” is damaged: no frame in it can be decoded. Copy it again from where it came from.',
    'file',
  ],
  'media.too_large': [
    '“{file}” has {width} × {height} pixels, and at most {max} million can be decoded. Scale it down first.',
    'file',
    'width',
    'height',
    'max',
  ],
  'media.without_index': [
    '“{file}” ends too early: it appears to be truncated, and its index is missing. Copy it again from the camera, or repair it.',
    'file',
  ],
  'media.cut_off': [
    '“{file}” ends too early: {missing} of its {announced} are missing, so it appears to be truncated. Copy it again from the camera, or repair it.',
    'file',
    'missing',
    'announced',
  ],
  'media.cut_off_image': [
    '“{file}” is damaged: it ends in the middle of the image. Copy it again from where it came from.',
    'file',
  ],
  'media.ends_early': ['“{file}” ends {missing} before its announced end; the rest was read.', 'file', 'missing'],
  'media.maybe_cut_off': ['“{file}” appears to be truncated at its end; everything up to there was read.', 'file'],
  'media.damaged_parts': [
    '“{file}” is damaged in {count, plural, =1 {one place} other {{count} places}}; frames there may be missing or wrong.',
    'file',
    'count',
  ],
  'media.changed_size': [
    "The video in “{file}” changes its size on the way; later frames were scaled to the first one's.",
    'file',
  ],
  'media.unread_colours': [
    'The colours in “{file}” are coded as {coding}, which is not decoded here: they are wrong, and so may be what is found. Convert the video to BT.709 with another program first.',
    'file',
    'coding',
  ],
  'media.changed_while_read': [
    '“{name}” was changed while it was read: results may be of two different states of it. Run again to be sure.',
    'name',
  ],
  'media.nothing_decoded': ['“{name}” contains no frame that can be decoded. Choose another file.', 'name'],
  'media.no_frame_at': ['There is no frame at {time} s. Choose an earlier one.', 'time'],
  'media.unwritable': ["“{file}” can't be written. Check that its folder exists and may be changed.", 'file'],
  'media.disk_full': ['The disk is full: “{file}” could not be finished. Free some space and run again.', 'file'],
  'media.fitted_frames': [
    'The images have different sizes: in the video each is fitted into {width}x{height}, the size of the first.',
    'width',
    'height',
  ],
  'media.sound_left_out': ['The sound of “{file}” could not be carried over; the video is silent.', 'file'],
  'media.sound_ends_early': ['The sound of “{file}” is damaged and ends before the video does.', 'file'],
} as const
