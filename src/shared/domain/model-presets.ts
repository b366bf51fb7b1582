/**
 * How the usual toolkits convert images for their models: a start for the options of a model that came from one. Tests
 * compare each with the toolkit's own code (tools/fixtures/references/preset_tensors.py). The layout is left out: the
 * shape of the input says it. The resampling filter is not an option: toolkits that resize with another one differ by
 * a few levels at edges.
 */
import type { Conversion } from './conversion.ts'

export interface ModelPreset {
  id: string
  /** Name of the toolkit, with that of the convention where it has several. */
  name: string
  /** Models that it is for. */
  models: string
  conversion: Conversion
  /** Repository and file of the values. */
  source: string
}

const IMAGENET_MEAN = [0.485, 0.456, 0.406]
const IMAGENET_DEVIATION = [0.229, 0.224, 0.225]
/** The same, for values of 0 to 255. */
const IMAGENET_MEAN_255 = [123.675, 116.28, 103.53]
const IMAGENET_DEVIATION_255 = [58.395, 57.12, 57.375]

const RGB_0_1: Conversion = { channels: 'rgb', scale: 1, mean: [0], deviation: [1] }
const RGB_IMAGENET: Conversion = { channels: 'rgb', scale: 1, mean: IMAGENET_MEAN, deviation: IMAGENET_DEVIATION }
const RGB_IMAGENET_255: Conversion = {
  channels: 'rgb',
  scale: 255,
  mean: IMAGENET_MEAN_255,
  deviation: IMAGENET_DEVIATION_255,
}
const RGB_0_255: Conversion = { ...RGB_0_1, scale: 255 }
const BGR_0_255: Conversion = { ...RGB_0_255, channels: 'bgr' }

/** Square of 224 pixels out of a shorter side of 256: the usual evaluation on ImageNet. */
const USUAL_CROP: Conversion = { fit: 'center_crop', crop: 224 / 256 }

export const MODEL_PRESETS: readonly ModelPreset[] = [
  {
    id: 'ultralytics',
    name: 'Ultralytics',
    models: 'YOLO: detect, segment, pose, obb',
    conversion: { ...RGB_0_1, fit: 'letterbox', bars: [114] },
    source: 'ultralytics/ultralytics, ultralytics/data/augment.py (LetterBox)',
  },
  {
    id: 'ultralytics-classify',
    name: 'Ultralytics (classify)',
    models: 'YOLO: classify',
    conversion: { ...RGB_0_1, fit: 'center_crop', crop: 1 },
    source: 'ultralytics/ultralytics, ultralytics/data/augment.py (classify_transforms)',
  },
  {
    id: 'torchvision',
    name: 'torchvision (classification)',
    models: 'ResNet, MobileNet, EfficientNet and others with IMAGENET1K_V1',
    conversion: { ...RGB_IMAGENET, ...USUAL_CROP },
    source: 'pytorch/vision, torchvision/transforms/_presets.py (ImageClassification)',
  },
  {
    id: 'torchvision-v2',
    name: 'torchvision (classification, V2)',
    models: 'ResNet, ResNeXt, MobileNet and others with IMAGENET1K_V2',
    conversion: { ...RGB_IMAGENET, fit: 'center_crop', crop: 224 / 232 },
    source: 'pytorch/vision, torchvision/transforms/_presets.py (ImageClassification, resize_size=232)',
  },
  {
    id: 'torchvision-detection',
    name: 'torchvision (detection)',
    models: 'Faster R-CNN, Mask R-CNN, RetinaNet, FCOS, SSD',
    conversion: { ...RGB_0_1, fit: 'letterbox_top_left', bars: IMAGENET_MEAN_255 },
    source:
      'pytorch/vision, torchvision/transforms/_presets.py (ObjectDetection) and torchvision/models/detection/transform.py, which is in the model',
  },
  {
    id: 'torchvision-segmentation',
    name: 'torchvision (segmentation)',
    models: 'DeepLabV3, FCN, LR-ASPP',
    conversion: { ...RGB_IMAGENET, fit: 'stretch' },
    source: 'pytorch/vision, torchvision/transforms/_presets.py (SemanticSegmentation)',
  },
  {
    id: 'timm',
    name: 'timm',
    models: 'ResNet, ConvNeXt, EfficientNet and others with ImageNet’s mean',
    conversion: { ...RGB_IMAGENET, ...USUAL_CROP },
    source: 'huggingface/pytorch-image-models, timm/data/constants.py and timm/data/transforms_factory.py',
  },
  {
    id: 'timm-inception',
    name: 'timm (mean 0.5)',
    models: 'ViT, Mixer, Inception and others with a mean of 0.5',
    conversion: { ...RGB_0_1, mean: [0.5], deviation: [0.5], fit: 'center_crop', crop: 0.9 },
    source: 'huggingface/pytorch-image-models, timm/data/constants.py (IMAGENET_INCEPTION_MEAN)',
  },
  {
    id: 'keras-caffe',
    name: 'Keras (caffe)',
    models: 'VGG, ResNet',
    conversion: { ...BGR_0_255, mean: [103.939, 116.779, 123.68], fit: 'stretch' },
    source: 'keras-team/keras, keras/src/applications/imagenet_utils.py (mode="caffe")',
  },
  {
    id: 'keras-tf',
    name: 'Keras (tf)',
    models: 'MobileNet, MobileNetV2, ResNetV2, Inception, Xception, NASNet',
    conversion: { ...RGB_0_255, mean: [127.5], deviation: [127.5], fit: 'stretch' },
    source: 'keras-team/keras, keras/src/applications/imagenet_utils.py (mode="tf")',
  },
  {
    id: 'keras-torch',
    name: 'Keras (torch)',
    models: 'DenseNet',
    conversion: { ...RGB_IMAGENET, fit: 'stretch' },
    source: 'keras-team/keras, keras/src/applications/imagenet_utils.py (mode="torch")',
  },
  {
    id: 'keras-raw',
    name: 'Keras (inside the model)',
    models: 'EfficientNet, ConvNeXt, MobileNetV3',
    conversion: { ...RGB_0_255, fit: 'stretch' },
    source: 'keras-team/keras, keras/src/applications/efficientnet.py (preprocess_input)',
  },
  {
    id: 'tensorflow',
    name: 'TensorFlow',
    models: 'Classifiers of TF Hub, and others that take 0 to 1',
    conversion: { ...RGB_0_1, fit: 'stretch' },
    source: 'tensorflow/tensorflow, tensorflow/python/ops/image_ops_impl.py (convert_image_dtype, resize)',
  },
  {
    id: 'openvino',
    name: 'OpenVINO',
    models: 'Open Model Zoo, Model API',
    conversion: { ...BGR_0_255, fit: 'stretch' },
    source: 'open-edge-platform/model_api, model_api/adapters/utils.py (resize_image_ocv, InputTransform)',
  },
  {
    id: 'paddledetection',
    name: 'PaddleDetection',
    models: 'PP-YOLOE+, RT-DETR',
    conversion: { ...RGB_0_1, fit: 'stretch' },
    source: 'PaddlePaddle/PaddleDetection, ppdet/data/transform/operators.py (Resize; NormalizeImage, norm_type none)',
  },
  {
    id: 'paddledetection-imagenet',
    name: 'PaddleDetection (ImageNet’s mean)',
    models: 'PP-YOLOE, PicoDet, YOLOv3',
    conversion: { ...RGB_IMAGENET, fit: 'stretch' },
    source: 'PaddlePaddle/PaddleDetection, ppdet/data/transform/operators.py (Resize, NormalizeImage)',
  },
  {
    id: 'paddleclas',
    name: 'PaddleClas',
    models: 'PP-LCNet, PP-HGNet, ResNet and others',
    conversion: { ...RGB_IMAGENET, ...USUAL_CROP },
    source: 'PaddlePaddle/PaddleClas, deploy/configs/inference_cls.yaml and deploy/python/preprocess.py',
  },
  {
    id: 'paddleseg',
    name: 'PaddleSeg',
    models: 'PP-LiteSeg, DeepLabV3P, SegFormer and others',
    conversion: { ...RGB_0_1, mean: [0.5], deviation: [0.5], fit: 'stretch' },
    source: 'PaddlePaddle/PaddleSeg, paddleseg/transforms/transforms.py (Normalize)',
  },
  {
    id: 'mmdetection',
    name: 'MMDetection',
    models: 'Faster R-CNN, RetinaNet, FCOS, DINO and others',
    conversion: { ...RGB_IMAGENET_255, fit: 'letterbox_top_left', bars: IMAGENET_MEAN_255 },
    source: 'open-mmlab/mmdetection, configs/_base_/models/faster-rcnn_r50_fpn.py (data_preprocessor)',
  },
  {
    id: 'mmdetection-rtmdet',
    name: 'MMDetection (RTMDet)',
    models: 'RTMDet',
    conversion: {
      channels: 'bgr',
      scale: 255,
      mean: [103.53, 116.28, 123.675],
      deviation: [57.375, 57.12, 58.395],
      fit: 'letterbox_top_left',
      bars: [114],
    },
    source: 'open-mmlab/mmdetection, configs/rtmdet/rtmdet_l_8xb32-300e_coco.py (data_preprocessor, test_pipeline)',
  },
  {
    id: 'mmdetection-yolox',
    name: 'MMDetection (YOLOX)',
    models: 'YOLOX, also of Megvii',
    conversion: { ...BGR_0_255, fit: 'letterbox_top_left', bars: [114] },
    source: 'open-mmlab/mmdetection, configs/yolox/yolox_s_8xb8-300e_coco.py (data_preprocessor, test_pipeline)',
  },
  {
    id: 'mmpretrain',
    name: 'MMPretrain',
    models: 'ResNet, Swin, ConvNeXt and others',
    conversion: { ...RGB_IMAGENET_255, ...USUAL_CROP },
    source: 'open-mmlab/mmpretrain, configs/_base_/datasets/imagenet_bs32.py (data_preprocessor, test_pipeline)',
  },
]

/** Null for an id that there is none of. */
export const presetOf = (id: string): ModelPreset | null => MODEL_PRESETS.find((preset) => preset.id === id) ?? null
