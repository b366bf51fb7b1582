/** Exports of data sets: calls that can't be carried out, failures, and the warnings about their formats. */
export const exports = {
  'export.missing': ['There is no export “{id}”.', 'id'],
  'export.deleted': 'This export has been deleted.',
  'export.ended': ['The export “{name}” has ended already.', 'name'],
  'export.live': ['The export “{name}” is still being made. Cancel it first.', 'name'],
  'export.not_completed': ['The export “{name}” is {status}. Only a completed export can be read.', 'name', 'status'],
  'export.image_missing': ['The export “{name}” has no image at position {position}.', 'name', 'position'],
  'export.dataset_deleted': 'The data set was deleted before its images were exported.',
  'export.disk_full': 'The disk is full. Make room, then export the data set again.',
  'export.fault': 'The export could not be made because of a fault inside Sightline. Try again.',
  'export.lost_polylines': [
    '{n, plural, one {# polyline is} other {# polylines are}} left out: the format has no lines.',
    'n',
  ],
  'export.lost_keypoints': [
    '{n, plural, one {# keypoint is} other {# keypoints are}} left out: the format has no single points.',
    'n',
  ],
  'export.bridged_rings': [
    '{n, plural, one {# outline has} other {# outlines have}} holes or several parts, which are joined by lines without width: the format has one ring for each object. Sightline reads them as they were.',
    'n',
  ],
  'export.lost_holes': [
    '{n, plural, one {# outline has} other {# outlines have}} holes, which are filled: the format has none.',
    'n',
  ],
  'export.lost_parts': [
    '{n, plural, one {# outline has} other {# outlines have}} several parts, of which only the largest is written: the format holds one for each object.',
    'n',
  ],
  'export.lost_outlines': [
    '{n, plural, one {# outline is written as its box} other {# outlines are written as their boxes}}: the format has no outlines.',
    'n',
  ],
  'export.boxes_as_outlines': [
    '{n, plural, one {# box is written as an outline} other {# boxes are written as outlines}} of four corners: the file of an image holds either boxes or outlines.',
    'n',
  ],
  'export.lost_untracked': [
    '{n, plural, one {# box is} other {# boxes are}} left out: the format holds only boxes of tracks.',
    'n',
  ],
  'export.lost_outside': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: the tracked object is not in this frame, which the format has no place for.',
    'n',
  ],
  'export.lost_without_points': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: the format holds only keypoints.',
    'n',
  ],
  'export.outlines_as_masks': [
    '{n, plural, one {# outline is} other {# outlines are}} written as a mask of whole pixels: the format has no outline with holes.',
    'n',
  ],
  'export.lost_fields': [
    '{n, plural, one {# annotation has} other {# annotations have}} fields that the format does not keep as they are: {names}.',
    'n',
    'names',
  ],
  'export.lost_pending': [
    '{n, plural, one {# annotation waits} other {# annotations wait}} for a review and {n, plural, one {is} other {are}} left out. Include them, or review them first.',
    'n',
  ],
  'export.renamed_files': [
    '{n, plural, one {# image has another name} other {# images have other names}} in the archive, since not every system can store theirs, or another image has it.',
    'n',
  ],
  'export.lost_splits': [
    '{n, plural, one {# image loses its split} other {# images lose their splits}}: the format has no place for it.',
    'n',
  ],
  'export.clipped': [
    '{n, plural, one {# annotation is} other {# annotations are}} cut at the border of the image.',
    'n',
  ],
  'export.lost_names': [
    '{n, plural, one {# image gets} other {# images get}} a number as the file name: the format requires it.',
    'n',
  ],
  'export.suffixed_names': [
    '{n, plural, one {# image gets} other {# images get}} “_leftImg8bit” at the end of the name: the format requires it.',
    'n',
  ],
  'export.unnumbered_classes': [
    '{n, plural, one {# class has} other {# classes have}} no number in the masks, which have 255. The outlines have the class.',
    'n',
  ],
  'export.class_spaces': [
    '{n, plural, one {# annotation has a class} other {# annotations have classes}} with spaces, which become underscores: a class of the format is one word.',
    'n',
  ],
  'export.class_names': [
    '{n, plural, one {# annotation has a class} other {# annotations have classes}} with spaces or characters in the name that the format does not keep.',
    'n',
  ],
  'export.ignored_class': [
    '{n, plural, one {# annotation has} other {# annotations have}} the class “DontCare”, which readers of the format ignore.',
    'n',
  ],
  'export.unlisted_classes': [
    '{n, plural, one {# class is} other {# classes are}} missing in labelmap.txt, which has no place for their names.',
    'n',
  ],
  'export.lost_unlisted': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: labelmap.txt has no place for the name of the class.',
    'n',
  ],
  'export.as_whole_images': [
    '{n, plural, one {# annotation becomes} other {# annotations become}} the class of the whole image.',
    'n',
  ],
  'export.lost_other_classes': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: an image has one class here, that of most of its annotations.',
    'n',
  ],
  'export.unlabelled_images': [
    '{n, plural, one {# image without annotations is} other {# images without annotations are}} in the folder “unlabelled”, beside the splits.',
    'n',
  ],
  'export.class_folders': [
    '{n, plural, one {# class has} other {# classes have}} another name as a folder, since not every system can store theirs.',
    'n',
  ],
  'export.as_pixels': [
    '{n, plural, one {# outline becomes} other {# outlines become}} the whole pixels whose centres {n, plural, one {it contains} other {they contain}}.',
    'n',
  ],
  'export.lost_small': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out, since no centre of a pixel is inside.',
    'n',
  ],
  'export.overlapped': [
    '{n, plural, one {# annotation lies} other {# annotations lie}} under others, which have the pixels where they overlap.',
    'n',
  ],
  'export.lost_confidences': [
    '{n, plural, one {# annotation has a confidence, which is} other {# annotations have a confidence, which is}} left out: the format has no place for it.',
    'n',
  ],
  'export.lost_fractions': ['{n, plural, one {# box is} other {# boxes are}} extended to whole pixels.', 'n'],
  'export.not_jpeg': [
    '{n, plural, one {# image is} other {# images are}} in another format than JPEG, which some readers of Pascal VOC require.',
    'n',
  ],
} as const
