/** Model files that can't be opened or used: the exact part that does not fit, and the remedy. */
export const modelFiles = {
  'model_file.missing': [
    'The model file “{name}” can’t be opened. Check that it is still there and may be read.',
    'name',
  ],
  'model_file.unreadable': [
    '“{name}” can’t be read as an ONNX model. The file may be damaged or incomplete: download or export it again.',
    'name',
  ],
  'model_file.is_ultralytics': [
    '“{name}” is a PyTorch file of Ultralytics. Export it to ONNX: {command}',
    'name',
    'command',
  ],
  'model_file.is_pytorch': [
    '“{name}” is a PyTorch file. Export it to ONNX: for a model of Ultralytics, {command}; for others, in their own code, {code}',
    'name',
    'command',
    'code',
  ],
  'model_file.is_torchscript': ['“{name}” is a TorchScript file. Export it to ONNX in Python: {code}', 'name', 'code'],
  'model_file.is_safetensors': [
    '“{name}” is a safetensors file: weights without their network. Export the model in its folder, with its config.json: {command}',
    'name',
    'command',
  ],
  'model_file.is_tensorrt': [
    '“{name}” is a TensorRT engine, compiled for one kind of GPU, and can’t be converted back. Export the file that it was made from: {command}',
    'name',
    'command',
  ],
  'model_file.foreign_command': [
    '“{name}” is a model of {format}. Convert it to ONNX: {command}',
    'name',
    'format',
    'command',
  ],
  'model_file.foreign_code': [
    '“{name}” is a model of {format}. Convert it to ONNX in Python: {code}',
    'name',
    'format',
    'code',
  ],
  'model_file.foreign_origin': [
    '“{name}” is a model of {format}, which nothing converts back to ONNX. Export the file that it was made from; for a model of Ultralytics, {command}',
    'name',
    'format',
    'command',
  ],
  'model_file.foreign_nothing': [
    '“{name}” is a file of {format}, not a model that finds objects in images. Choose an ONNX file.',
    'name',
    'format',
  ],
  'model_file.is_archive': ['“{name}” is a ZIP archive. Unpack it, and choose the ONNX file inside.', 'name'],
  'model_file.archive_without_model': [
    '“{name}” has no ONNX file. Put the .onnx file into the archive, with the files of its weights beside it.',
    'name',
  ],
  'model_file.archive_of_models': [
    '“{name}” has {count} ONNX files: {files}. Unpack it, and choose one of them.',
    'name',
    'count',
    'files',
  ],
  'model_file.archive_inflates': [
    '“{name}” can’t be used: its file “{file}” inflates more than weights of a model do. Choose the ONNX file itself.',
    'name',
    'file',
  ],
  'model_file.archive_unreadable': [
    '“{name}” can’t be read as a ZIP archive ({reason}). Download or pack it again.',
    'name',
    'reason',
  ],
  'model_file.is_web_page': [
    '“{name}” is a web page instead of a model. Use the link of the file itself, such as that of its download button.',
    'name',
  ],
  'model_file.is_lfs_pointer': [
    '“{name}” is a pointer of Git LFS instead of the model. Fetch the file with “git lfs pull”, or download it from its web page.',
    'name',
  ],
  'model_file.weights_apart': [
    '“{name}” can’t be used: its weights are in another file, which it does not name. Save it as one file: onnx.save(onnx.load("model.onnx"), "one-file.onnx").',
    'name',
  ],
  'model_file.weights_in': [
    '“{name}” can’t be used: its weights are in another file, “{file}”, which is missing. Import both files together: drop or choose both, or their folder, or a ZIP archive of both.',
    'name',
    'file',
  ],
  'model_file.data_name': [
    '“{name}” can’t be used: it looks for its weights in “{file}”, which is not the plain name of a file in its own folder. Save it as one file: onnx.save(onnx.load("model.onnx"), "one-file.onnx").',
    'name',
    'file',
  ],
  'model_file.data_unreadable': [
    '“{name}” can’t be used: the file of its weights, “{file}”, can’t be read. It has to be a file itself, not a link or a folder, that may be read.',
    'name',
    'file',
  ],
  'model_file.data_mismatch': [
    '“{name}” can’t be used: its weights do not fit the file “{file}”. That file is incomplete, or belongs to another model: take both files from the same export.',
    'name',
    'file',
  ],
  'model_file.too_large': [
    '“{name}” can’t be used: it has {megabytes, number} MB, with its weights, and ONNX files can have at most {max, number} MB. Export it again with half precision (half=True), or choose a smaller model.',
    'name',
    'megabytes',
    'max',
  ],
  'model_file.newer_ir': [
    '“{name}” can’t be used: it is written in ONNX IR version {version}, which is newer than this ONNX Runtime. Export it again with opset={opset}.',
    'name',
    'version',
    'opset',
  ],
  'model_file.newer_opset': [
    '“{name}” can’t be used: it is written in opset {version}, which is newer than this ONNX Runtime. Export it again with opset={opset}.',
    'name',
    'version',
    'opset',
  ],
  'model_file.tensorrt_operator': [
    '“{name}” can’t be used: ONNX Runtime has no operator “{operator}”. It was exported for TensorRT: export it again to plain ONNX, with nms=False.',
    'name',
    'operator',
  ],
  'model_file.unknown_operator': [
    '“{name}” can’t be used: ONNX Runtime has no operator “{operator}”. Export it again with the standard operators only, of opset {opset} for example.',
    'name',
    'operator',
    'opset',
  ],
  'model_file.no_kernel': [
    '“{name}” can’t be used: ONNX Runtime has no “{operator}” for the type of its numbers. Export it again with float32 weights (half=False, no bfloat16).',
    'name',
    'operator',
  ],
  'model_file.invalid_graph': [
    '“{name}” can’t be used: its graph breaks ONNX’s rules ({reason}). Export it again.',
    'name',
    'reason',
  ],
  'model_file.fails': [
    '“{name}” can’t be used: it fails on an image of {width} x {height} ({reason}). Export it again with a fixed input size (imgsz) and batch=1.',
    'name',
    'width',
    'height',
    'reason',
  ],
  'model_file.operator_fails': [
    '“{name}” can’t be used: its operator “{operator}” fails on an image of {width} x {height} ({reason}). Export it again with a fixed input size (imgsz) and batch=1.',
    'name',
    'operator',
    'width',
    'height',
    'reason',
  ],
  'model_file.fails_on_frame': [
    'The model “{name}” failed on this frame. ONNX Runtime reports: {reason}',
    'name',
    'reason',
  ],
  'model_file.depth': [
    '“{name}” can’t be used: it estimates how far away everything is (its task is “depth”), and finds no objects. Choose a model that detects, segments or classifies.',
    'name',
  ],
  'model_file.unknown_outputs': [
    '“{name}” can’t be used: with {classes}, {count, plural, one {its output} other {its outputs}} {outputs} {count, plural, one {fits} other {fit}} no supported type of model. {remedy}',
    'name',
    'classes',
    'count',
    'outputs',
    'remedy',
  ],
  'model_file.unknown_outputs_of_task': [
    '“{name}” can’t be used: with {classes}, {count, plural, one {its output} other {its outputs}} {outputs} for the task “{task}” {count, plural, one {fits} other {fit}} no supported type of model. {remedy}',
    'name',
    'classes',
    'count',
    'outputs',
    'task',
    'remedy',
  ],
  'model_file.class_names': ['{count} class names', 'count'],
  'model_file.no_class_names': 'no class names',
  'model_file.feature_maps': [
    'These are feature maps before decoding: export it again with the head’s decoding inside. {supported}',
    'supported',
  ],
  'model_file.other_class_count': [
    'The file names {names} classes, but its output has the shape for {room}: export it again together with its own names.',
    'names',
    'room',
  ],
  'model_file.is_raw_anchors':
    'It seems to be a YOLOv5 or YOLOv7 whose grids are not decoded, and the sizes of its anchors are not in the file: export it again with the detection layer inside (YOLOv5: export.py --include onnx; YOLOv7: export.py --grid).',
  'model_file.is_fastestdet':
    'It seems to be a FastestDet detector, which is not supported: choose another detector, such as YOLOX-Nano or NanoDet.',
  'model_file.is_coarse_grid':
    'Its grid is too coarse for a segmentation: it seems to be of a detector before decoding (such as YOLOv2), or of a backbone. Export it again with the head’s decoding inside.',
  'model_file.is_picture':
    'It seems to return a picture (enhancement, super resolution or style), and finds no objects: choose a model that detects, segments or classifies.',
  'model_file.is_depth':
    'It seems to return one number for each pixel, such as a depth or a density, and finds no objects. If it segments, say so in the file: add its metadata entry “task” with the value “semantic”, and its “names”.',
  'model_file.is_heat_maps':
    'It seems to return heat maps, of keypoints or of the centres of objects. If it segments, say so in the file: add its metadata entry “task” with the value “semantic”, and its “names”.',
  'model_file.is_plain_grid':
    'Nothing says what its grid contains. If it segments, say so in the file: add its metadata entry “task” with the value “semantic”, and its “names”.',
  'model_file.scores_beyond': [
    '“{name}” was taken for {architecture}, but a confidence of {score} can’t be right: confidences are 0 to 1. Export it again with its usual head, and with the names of its classes.',
    'name',
    'architecture',
    'score',
  ],
  'model_file.no_probabilities': [
    'It has the shape of {architecture}, but its confidences reach {score} instead of 1: export it again with the sigmoid of its scores inside.',
    'architecture',
    'score',
  ],
  'model_file.unusual_head': [
    'Export it again with its usual head, with nms=False where there is the choice. {supported}',
    'supported',
  ],
  'model_file.supported':
    'Supported are Ultralytics (v5 to v12, v26), YOLOX, NanoDet, CenterNet, DETR, SSD, torchvision, MMDetection and PaddleDetection detectors, faces (YuNet, SCRFD), segmentation and classification models.',
  'model_file.tensor': ['“{name}” {type} [{shape}]', 'name', 'type', 'shape'],
  'model_file.tensor_of_unknown_type': ['“{name}” of an unknown type [{shape}]', 'name', 'shape'],
  'model_file.no_input': [
    '“{name}” can’t be used: it has no input, so it takes no image. Choose a model of images.',
    'name',
  ],
  'model_file.second_input': [
    '“{name}” can’t be used: beside “{image}” it takes {tensor}, which is not known. Export it again with the image as its only input.',
    'name',
    'image',
    'tensor',
  ],
  'model_file.two_images': [
    '“{name}” can’t be used: beside the image “{image}” it takes another one, {tensor}, as networks for optical flow, stereo or matching do. Choose a model of single images.',
    'name',
    'image',
    'tensor',
  ],
  'model_file.takes_sound': [
    '“{name}” can’t be used: it takes sound, as networks for speech do, and no images. Choose a model of images.',
    'name',
  ],
  'model_file.takes_text': [
    '“{name}” can’t be used: it takes text, as language models do, and those that search for what words name. Choose a model whose only input is an image.',
    'name',
  ],
  'model_file.takes_prompts': [
    '“{name}” can’t be used as a model: it is a part of a segmenter of prompts, such as SAM. Install encoder and decoder together: sightline models install-segmenter <folder> (docs/segmenters.md).',
    'name',
  ],
  'model_file.takes_text_lines': [
    '“{name}” can’t be used: it reads the text of one line (OCR), and finds no objects. Choose a model that detects, segments or classifies, such as one that detects text.',
    'name',
  ],
  'model_file.takes_no_image': [
    '“{name}” can’t be used: none of its inputs is an image, as in networks for sound, text or numbers. Choose a model of images.',
    'name',
  ],
  'model_file.input_shape': [
    '“{name}” can’t be used: its input is {tensor}, where an image of shape [1, 3, height, width] or [1, height, width, 3] is expected. Export it again with one image of three channels, or of one, as its input.',
    'name',
    'tensor',
  ],
  'model_file.input_too_large': [
    '“{name}” can’t be used: its input of {width} x {height} is larger than {max} x {max}. Export it again with a smaller input size (imgsz).',
    'name',
    'width',
    'height',
    'max',
  ],
  'model_file.batch_too_large': [
    '“{name}” can’t be used: its input of {batch} images of {width} x {height} is larger than {max} x {max}. Export it again with batch=1.',
    'name',
    'batch',
    'width',
    'height',
    'max',
  ],
  'model_file.tensor_too_large': [
    '“{name}” can’t be used: its tensor “{tensor}” has {values} values, and at most {max} are allowed. Export it again with a smaller input size (imgsz).',
    'name',
    'tensor',
    'values',
    'max',
  ],
  'model_file.input_type': [
    '“{name}” can’t be used: its input is {tensor}, where float32, float16, uint8 or int32 is expected. Export it again without converting its input to another type.',
    'name',
    'tensor',
  ],
  'model_file.input_batch': [
    '“{name}” can’t be used: its input {tensor} takes {batch} images at a time, and its outputs do not say which is of which image. Export it again with batch=1 or dynamic=True.',
    'name',
    'tensor',
    'batch',
  ],
  'model_file.not_a_vector': [
    '“{name}” can’t be used: its output is {outputs}, where one vector of shape [1, length] is expected. Choose a re-identification model, such as OSNet exported to ONNX, or leave the field empty.',
    'name',
    'outputs',
  ],
  'model_file.embedding_fails': [
    '“{name}” can’t be used: it can’t be run on an image ({reason}). Export it again with a fixed input size and batch=1.',
    'name',
    'reason',
  ],
} as const
