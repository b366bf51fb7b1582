/** Imports of labels: calls that can't be carried out, failures, and the rules of plans. */
export const imports = {
  'import.missing': ['There is no import “{id}”.', 'id'],
  'import.upload_missing': 'There is no such upload. Upload the archive again.',
  'import.wrong_state': ['The import of “{name}” is {status}, which does not allow this.', 'name', 'status'],
  'import.nothing_kept':
    'None of the annotations fits the images, so nothing of the archive was kept. Look at the sizes and names of the images in the plan.',
  'import.needs_box_base': 'The files do not say whether boxes count pixels from 0 or from 1. Give 0 or 1.',
  'import.needs_size_choice':
    'Some images have another size than their labels declare, and nothing explains it. Give keep, scale or leave_out.',
  'import.keeps_no_annotation':
    'The archive has annotations, and none of them would be kept: the rules of the plan say why. Choose another format, or confirm that the images are added without annotations.',
  'import.results_without_images': [
    '“{document}” is a list of results of COCO. They name images by numbers only: add the document that lists the images.',
    'document',
  ],
  'import.disk_full': 'The disk is full. Make room, then continue the import.',
  'import.fault': 'The import stopped because of a fault inside Sightline. Try again.',
  'import.broken_archive': ['The archive can’t be read: {problem}', 'problem'],
  'import.broken_entry': ['The file “{name}” of the archive can’t be read: {problem}', 'name', 'problem'],
  'import.broken_document': ['The labels in “{document}” can’t be read. {problem}', 'document', 'problem'],
  'import.other_archive': [
    '“{name}” is an archive of the kind {kind}. Imports read ZIP: unpack it, and pack its files as ZIP.',
    'name',
    'kind',
  ],
  'import.many_entries': ['The archive has more than {most, number} files.', 'most'],
  'import.many_images': ['The archive names more than {most, number} images. Import it in several parts.', 'most'],
  'import.reader_memory': [
    'Reading the archive needed more than {megabytes, number} MB of memory, twice. Import it in several parts, or allow more with SIGHTLINE_READER_MEMORY_MB.',
    'megabytes',
  ],
  'import.reader_time': 'Reading the archive took too long, twice. Import it in several parts.',
  'import.reader_ended': [
    'The process that reads the archive ended twice ({how}). Try again, or import it in several parts.',
    'how',
  ],
  'import.inflates': ['The files of the archive are more than {most, number} bytes.', 'most'],
  'import.bomb': ['The file “{name}” of the archive inflates too much to be labels or an image.', 'name'],
  'import.format_unknown':
    'The upload has no labels in a format that Sightline reads. The documentation of imports lists the formats.',
  'import.evidence.coco': ['“{document}” lists images and annotations.', 'document'],
  'import.evidence.cvat': ['“{document}” is a document of CVAT.', 'document'],
  'import.evidence.datumaro': ['“{document}” lists items with categories of Datumaro.', 'document'],
  'import.evidence.label_studio': ['“{document}” is a list of tasks.', 'document'],
  'import.evidence.labelme': ['“{document}” has the shapes of one image.', 'document'],
  'import.evidence.kitti': ['“{document}” has a row of a type and 14 numbers for each object.', 'document'],
  'import.evidence.voc_masks': ['“{document}” is a mask of classes.', 'document'],
  'import.evidence.cityscapes': ['“{document}” lists the outlines of one image.', 'document'],
  'import.evidence.image_folder': ['Folders such as “{document}” name the classes of images.', 'document'],
  'import.evidence.open_images': ['“{document}” is a table with the columns of Open Images.', 'document'],
  'import.evidence.csv': ['“{document}” is a table of images, classes and boxes.', 'document'],
  'import.evidence.mot': ['“{document}” is the ground truth of a sequence.', 'document'],
  'import.evidence.mot_results': ['“{document}” has boxes of a sequence that a detector or tracker found.', 'document'],
  'import.evidence.voc': ['“{document}” describes the objects of one image.', 'document'],
  'import.evidence.yolo': ['“{document}” has a row for each object.', 'document'],
  'import.evidence.images':
    'No labels were found in a format that Sightline reads. The images are added without annotations.',
  'import.nothing_found': 'The upload has neither images nor labels of this format.',
  'import.rule.image.no_file': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: neither the archive nor the data set has the image.',
    'n',
  ],
  'import.rule.image.ambiguous': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: several images can be meant, and nothing decides which.',
    'n',
  ],
  'import.rule.image.two_paths': [
    '{n, plural, one {# image is named by two paths, and has the labels of both} other {# images are named by two paths each, and have the labels of both}}.',
    'n',
  ],
  'import.rule.image.folders_kept': [
    '{n, plural, one {# image has} other {# images have}} the name of another one. All images keep the folders of the archive as directories.',
    'n',
  ],
  'import.rule.image.sizes_contradict': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: the labels give the image two sizes, and the first one counts.',
    'n',
  ],
  'import.rule.image.unsupported': [
    '{n, plural, one {# image is} other {# images are}} of a format that Sightline cannot read, and left out. Convert {n, plural, one {it} other {them}} to JPEG or PNG.',
    'n',
  ],
  'import.rule.image.format_unread': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: the format of the image is one that Sightline cannot read.',
    'n',
  ],
  'import.rule.image.size_differs': [
    '{n, plural, one {# image has} other {# images have}} another size than the labels say. Labels stay where they are, in pixels.',
    'n',
  ],
  'import.rule.image.size_unexplained': [
    '{n, plural, one {# image has} other {# images have}} another size than the labels say, and nothing explains it. Choose what becomes of their labels.',
    'n',
  ],
  'import.rule.image.unnamed': [
    '{n, plural, one {# image of the labels has} other {# images of the labels have}} no file name.',
    'n',
  ],
  'import.rule.image.embedded': [
    '{n, plural, one {# image is} other {# images are}} inside the file of labels, from where images are not taken. Add the image files to the archive.',
    'n',
  ],
  'import.rule.image.split_differs': [
    '{n, plural, one {# image of the data set keeps its split} other {# images of the data set keep their splits}}, which is not that of the archive.',
    'n',
  ],
  'import.rule.image.by_order': [
    '{n, plural, one {# file gives} other {# files give}} its frames by number only. Its images are counted in the order of their names.',
    'n',
  ],
  'import.rule.file.unreadable': [
    '{n, plural, one {# file of labels} other {# files of labels}} can’t be read, and {n, plural, one {is} other {are}} left out.',
    'n',
  ],
  'import.rule.file.refused': [
    '{n, plural, one {# entry of the archive is} other {# entries of the archive are}} left out for safety.',
    'n',
  ],
  'import.rule.file.same_name': [
    '{n, plural, one {# entry of the archive has the name of another one} other {# entries of the archive have the names of others}}, apart from capitals or accents, and {n, plural, one {is} other {are}} left out.',
    'n',
  ],
  'import.rule.file.encrypted': [
    '{n, plural, one {# entry of the archive is} other {# entries of the archive are}} encrypted, and left out. Pack the files without a password.',
    'n',
  ],
  'import.rule.file.archive': [
    '{n, plural, one {# archive inside the archive is} other {# archives inside the archive are}} left out. Unpack {n, plural, one {it} other {them}} first.',
    'n',
  ],
  'import.rule.file.too_large': [
    '{n, plural, one {# entry of the archive is} other {# entries of the archive are}} larger than an upload may be, and left out.',
    'n',
  ],
  'import.rule.file.name_trimmed': [
    '{n, plural, one {# name of the archive ends} other {# names of the archive end}} with spaces or dots, and {n, plural, one {is} other {are}} read without them.',
    'n',
  ],
  'import.rule.file.name_guessed': [
    'The archive does not say in which letters {n, plural, one {# name is} other {# names are}} written. Check how they read.',
    'n',
  ],
  'import.rule.file.encoding_guessed': [
    '{n, plural, one {# file of labels does} other {# files of labels do}} not say its encoding. Check how its classes read.',
    'n',
  ],
  'import.rule.file.other_format': [
    '{n, plural, one {# file has} other {# files have}} labels in another format, which this import doesn’t read.',
    'n',
  ],
  'import.rule.file.unknown_format': [
    '{n, plural, one {# file is} other {# files are}} of no format of labels that Sightline reads, and left out.',
    'n',
  ],
  'import.rule.file.not_json': [
    '{n, plural, one {# file is} other {# files are}} not strictly JSON: NaN and Infinity are read as missing values.',
    'n',
  ],
  'import.rule.annotation.no_class': [
    '{n, plural, one {# annotation has} other {# annotations have}} no class, or one with a name over 200 characters.',
    'n',
  ],
  'import.rule.annotation.class_excluded': [
    '{n, plural, one {# annotation is} other {# annotations are}} of excluded classes.',
    'n',
  ],
  'import.rule.annotation.invalid': [
    '{n, plural, one {# annotation is} other {# annotations are}} incomplete, or no valid shape.',
    'n',
  ],
  'import.rule.annotation.unknown_image': [
    '{n, plural, one {# annotation names} other {# annotations name}} an image that the file doesn’t list, or lists for two files.',
    'n',
  ],
  'import.rule.annotation.of_another_person': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: several people labelled the image, and the first one counts.',
    'n',
  ],
  'import.rule.annotation.too_many': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: an image holds 10,000 at most.',
    'n',
  ],
  'import.rule.annotation.ignored': [
    '{n, plural, one {# annotation is} other {# annotations are}} left out: the file says that it doesn’t count here.',
    'n',
  ],
  'import.rule.annotation.prediction': [
    '{n, plural, one {# prediction is} other {# predictions are}} left out. Choose to import predictions to keep them.',
    'n',
  ],
  'import.rule.annotation.several_labels': [
    '{n, plural, one {# annotation is} other {# annotations are}} one of several labels of the same shape.',
    'n',
  ],
  'import.rule.attributes.left_out': [
    '{n, plural, one {# annotation loses} other {# annotations lose}} attributes that are no text, number or yes or no, or that are too long or too many.',
    'n',
  ],
  'import.rule.geometry.outside': ['{n, plural, one {# shape is} other {# shapes are}} outside the image.', 'n'],
  'import.rule.geometry.clipped': [
    '{n, plural, one {# shape is} other {# shapes are}} cut at the border of the image.',
    'n',
  ],
  'import.rule.geometry.scaled': [
    '{n, plural, one {# annotation is} other {# annotations are}} scaled from the size that the labels declare to that of the image.',
    'n',
  ],
  'import.rule.geometry.turned': [
    '{n, plural, one {# annotation is} other {# annotations are}} turned upright with the image, which its camera stored turned.',
    'n',
  ],
  'import.rule.geometry.rotated': [
    '{n, plural, one {# rotated box becomes} other {# rotated boxes become}} an outline of four corners.',
    'n',
  ],
  'import.rule.geometry.mask_outlined': [
    '{n, plural, one {# mask becomes} other {# masks become}} an outline along the same pixels.',
    'n',
  ],
  'import.rule.geometry.points_separated': [
    '{n, plural, one {# keypoint becomes} other {# keypoints become}} an annotation of its own.',
    'n',
  ],
  'import.rule.geometry.ellipse_outlined': [
    '{n, plural, one {# ellipse becomes} other {# ellipses become}} an outline.',
    'n',
  ],
  'import.rule.geometry.parts_left_out': [
    '{n, plural, one {# outline loses} other {# outlines lose}} parts with fewer than three points.',
    'n',
  ],
  'import.rule.geometry.box_only': [
    '{n, plural, one {# outline can’t be read and becomes its box} other {# outlines can’t be read and become their boxes}}.',
    'n',
  ],
  'import.rule.shape.unsupported': [
    '{n, plural, one {# label is} other {# labels are}} of a kind that annotations don’t have, such as a caption.',
    'n',
  ],
  'import.rule.type.whole_image': [
    '{n, plural, one {# class of an image becomes a box} other {# classes of images become boxes}} over the whole image.',
    'n',
  ],
  'import.rule.type.as_box': [
    '{n, plural, one {# outline becomes its box} other {# outlines become their boxes}}: the data set has no outlines.',
    'n',
  ],
  'import.rule.type.as_outline': [
    '{n, plural, one {# box becomes an outline} other {# boxes become outlines}}: the data set has no boxes.',
    'n',
  ],
  'import.rule.type.not_allowed': [
    '{n, plural, one {# annotation is} other {# annotations are}} of a type that the data set doesn’t have.',
    'n',
  ],
  'import.rule.confidence.invalid': [
    '{n, plural, one {# annotation loses its confidence} other {# annotations lose their confidences}}, which is not from 0 to 1.',
    'n',
  ],
  'import.rule.rows.tracked': [
    '{n, plural, one {# file has} other {# files have}} rows that end with the number of a track, as trackers write them.',
    'n',
  ],
  'import.rule.class.group': [
    '{n, plural, one {# class is} other {# classes are}} in a group (a supercategory), which is not kept.',
    'n',
  ],
  'import.rule.rows.mixed': [
    '{n, plural, one {# file has} other {# files have}} rows of boxes and of outlines; each row is read as what it is.',
    'n',
  ],
} as const
