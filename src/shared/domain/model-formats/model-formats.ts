/**
 * The formats of model files other than ONNX: how each is recognised, and how ONNX is made of it. Bytes decide, wherever
 * the format has any of its own; extensions decide for those that have none, and where no bytes are at hand.
 */
import {
  begins,
  type FileStart,
  flatbuffer,
  hasMessageSecond,
  isGraphDef,
  isNetParameter,
  isPickle,
  isProgramDesc,
  isZip,
  jsonWith,
  zipWith,
} from './file-start.ts'

/** `file`: the name of the file; `stem`: the same without its extension. */
export interface NamedModel {
  file: string
  stem: string
}

/** How ONNX is made: by a command of a shell, by Python code, or only from the file that this one was made from. */
export type Conversion =
  | { by: 'command'; command(model: NamedModel): string }
  | { by: 'code'; code(model: NamedModel): string }
  | { by: 'command or code'; command(model: NamedModel): string; code(model: NamedModel): string }
  | { by: 'origin' }
  | { by: 'nothing' }

export interface ModelFormat {
  /** The name of the format in sentences, the same in every language. */
  format: string
  /** In small letters, without the dot; of files that nothing else uses, where the bytes say nothing. */
  extensions: readonly string[]
  /** Omitted for a format without bytes of its own. */
  starts?(start: FileStart): boolean
  conversion: Conversion
}

const yoloExport = (file: string): string => `yolo export model="${file}" format=onnx`

const torchExport = (model: string, stem: string): string =>
  `torch.onnx.export(${model}, torch.zeros(1, 3, 640, 640), "${stem}.onnx", opset_version=17)`

const tf2onnx = (source: string, { stem }: NamedModel): string =>
  `python -m tf2onnx.convert ${source} --output "${stem}.onnx"`

const keras = ({ file, stem }: NamedModel): string =>
  `import keras; keras.models.load_model("${file}").export("${stem}.onnx", format="onnx")`

const onnxSave = ({ file, stem }: NamedModel): string => `import onnx; onnx.save(onnx.load("${file}"), "${stem}.onnx")`

const ORIGIN = { by: 'origin' } as const
const NOTHING = { by: 'nothing' } as const

/** Legacy files of PyTorch begin with a pickled number of their own. */
const TORCH_MAGIC = [0x80, 0x02, 0x8a, 0x0a, 0x6c, 0xfc, 0x9c, 0x46, 0xf9, 0x20, 0x6a, 0xa8, 0x50, 0x19]
const isTorch = (start: FileStart): boolean =>
  zipWith('data.pkl')(start) || begins(TORCH_MAGIC)(start) || (isPickle(start) && /torch|storage/i.test(start.text))

const MAX_SAFETENSORS_HEADER = 100_000_000

/** The length of the JSON header in eight bytes, then the header. */
function isSafetensors({ bytes }: FileStart): boolean {
  if (bytes.length < 10 || bytes[8] !== 0x7b || bytes[9] !== 0x22) return false
  const length = new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true)
  return length > 1n && length < MAX_SAFETENSORS_HEADER
}

const TENSORFLOW = /tensorflow|saved_model|serve|NoOp|Placeholder|ReadVariableOp/

/** The first that fits counts. */
export const MODEL_FORMATS = {
  ultralytics: {
    format: 'Ultralytics (PyTorch)',
    extensions: [],
    starts: (start) => (isZip(start) || isPickle(start)) && start.text.includes('ultralytics'),
    conversion: { by: 'command', command: ({ file }) => yoloExport(file) },
  },
  torch_export: {
    format: 'PyTorch (torch.export)',
    extensions: ['pt2'],
    starts: zipWith(/archive_format|serialized_exported_program|models\/model\.json/),
    conversion: {
      by: 'code',
      code: ({ file, stem }) =>
        `import torch; torch.onnx.export(torch.export.load("${file}"), (), "${stem}.onnx", dynamo=True)`,
    },
  },
  torchscript: {
    format: 'TorchScript',
    extensions: ['torchscript', 'ptl'],
    starts: zipWith(/constants\.pkl|\/code\/__torch__/),
    conversion: { by: 'code', code: ({ file, stem }) => torchExport(`torch.jit.load("${file}").eval()`, stem) },
  },
  pytorch: {
    format: 'PyTorch',
    extensions: ['pt', 'pth', 'ckpt'],
    starts: isTorch,
    conversion: {
      by: 'command or code',
      command: ({ file }) => yoloExport(file),
      code: ({ stem }) => torchExport('model.eval()', stem),
    },
  },
  safetensors: {
    format: 'safetensors',
    extensions: ['safetensors'],
    starts: isSafetensors,
    conversion: { by: 'command', command: () => 'optimum-cli export onnx --model . onnx' },
  },
  tensorrt: {
    format: 'TensorRT',
    extensions: ['engine', 'plan', 'trt'],
    starts: begins('ftrt', 'ptrt'),
    conversion: { by: 'command', command: ({ stem }) => yoloExport(`${stem}.pt`) },
  },
  tflite: {
    format: 'TensorFlow Lite',
    extensions: ['tflite', 'lite'],
    starts: flatbuffer('TFL3'),
    conversion: { by: 'command', command: (model) => tf2onnx(`--tflite "${model.file}"`, model) },
  },
  saved_model: {
    format: 'TensorFlow SavedModel',
    extensions: [],
    starts: (start) => zipWith('saved_model.pb')(start) || (hasMessageSecond(start) && TENSORFLOW.test(start.text)),
    conversion: { by: 'command', command: (model) => tf2onnx('--saved-model .', model) },
  },
  frozen_graph: {
    format: 'TensorFlow (frozen graph)',
    extensions: ['pb'],
    starts: isGraphDef,
    conversion: {
      by: 'command',
      command: (model) => tf2onnx(`--graphdef "${model.file}" --inputs INPUT:0 --outputs OUTPUT:0`, model),
    },
  },
  tensorflow_js: {
    format: 'TensorFlow.js',
    extensions: [],
    starts: jsonWith(/"(modelTopology|weightsManifest)"/),
    conversion: { by: 'command', command: (model) => tf2onnx(`--tfjs "${model.file}"`, model) },
  },
  keras: {
    format: 'Keras',
    extensions: ['keras', 'h5', 'hdf5'],
    starts: (start) => begins('\u0089HDF\r\n\u001a\n')(start) || zipWith('metadata.json', 'config.json')(start),
    conversion: { by: 'code', code: keras },
  },
  openvino: {
    format: 'OpenVINO IR',
    extensions: [],
    starts: ({ text }) => /^(\u00ef\u00bb\u00bf)?\s*(<\?xml[^>]*>\s*)?<net\s/.test(text),
    conversion: ORIGIN,
  },
  ncnn: {
    format: 'ncnn',
    extensions: ['param'],
    starts: begins('7767517', [0xdd, 0x85, 0x76, 0x00]),
    conversion: ORIGIN,
  },
  core_ml: {
    format: 'Core ML',
    extensions: ['mlmodel', 'mlpackage', 'mlmodelc'],
    starts: (start) =>
      zipWith(/com\.apple\.CoreML|\.mlmodel/)(start) ||
      jsonWith('itemInfoEntries', /com\.apple\.CoreML/)(start) ||
      (hasMessageSecond(start) && !TENSORFLOW.test(start.text)),
    conversion: ORIGIN,
  },
  paddle: {
    format: 'PaddlePaddle',
    extensions: ['pdmodel', 'pdiparams', 'pdparams', 'pdopt'],
    starts: (start) => isProgramDesc(start) || jsonWith('"base_code"', /"magic"\s*:\s*"pir"/)(start),
    conversion: {
      by: 'command',
      command: ({ file, stem }) =>
        `paddle2onnx --model_dir . --model_filename "${/\.json$/i.test(file) ? file : `${stem}.pdmodel`}" --params_filename "${stem}.pdiparams" --save_file "${stem}.onnx"`,
    },
  },
  mxnet: {
    format: 'MXNet',
    extensions: ['params'],
    starts: (start) =>
      begins([0x12, 0x01, 0, 0, 0, 0, 0, 0])(start) || jsonWith('"nodes"', '"arg_nodes"', '"heads"')(start),
    conversion: {
      by: 'code',
      code: ({ stem }) => {
        const name = stem.replace(/-symbol$|-\d{4}$/, '')
        return `import mxnet as mx; mx.onnx.export_model("${name}-symbol.json", "${name}-0000.params", in_shapes=[(1, 3, 640, 640)], onnx_file_path="${name}.onnx")`
      },
    },
  },
  darknet: {
    format: 'Darknet',
    extensions: ['weights', 'cfg'],
    starts: (start) =>
      /^\s*(#[^\n]*\n\s*)*\[net(work)?\]/.test(start.text) ||
      begins([0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 2, 0, 0, 0])(start),
    conversion: {
      by: 'command',
      command: ({ stem }) => `python demo_darknet2onnx.py "${stem}.cfg" "${stem}.names" "${stem}.weights" image.jpg 1`,
    },
  },
  caffe: {
    format: 'Caffe',
    extensions: ['caffemodel', 'prototxt'],
    starts: (start) =>
      isNetParameter(start) || /^(\s*#[^\n]*\n)*\s*name\s*:\s*"[^"]*"\s+(layers?|input)\b/.test(start.text),
    conversion: {
      by: 'command',
      command: ({ stem }) =>
        `python -m caffe2onnx.convert --prototxt "${stem}.prototxt" --caffemodel "${stem}.caffemodel" --onnx "${stem}.onnx"`,
    },
  },
  onnx_json: {
    format: 'ONNX (JSON)',
    extensions: ['onnxjson'],
    starts: jsonWith(/"irVersion"|"ir_version"/, '"graph"'),
    conversion: {
      by: 'code',
      code: ({ file, stem }) => `import onnx; onnx.save(onnx.load("${file}", format="json"), "${stem}.onnx")`,
    },
  },
  onnx_text: {
    format: 'ONNX (text)',
    extensions: ['onnxtxt', 'onnxtext', 'pbtxt', 'textproto'],
    starts: ({ text }) => /^\s*(<\s*)?ir_version\s*:/.test(text),
    conversion: { by: 'code', code: onnxSave },
  },
  onnx_runtime: {
    format: 'ONNX Runtime (ORT)',
    extensions: ['ort'],
    starts: flatbuffer('ORTM'),
    conversion: ORIGIN,
  },
  executorch: {
    format: 'ExecuTorch',
    extensions: ['pte'],
    starts: flatbuffer('ET12'),
    conversion: ORIGIN,
  },
  rknn: { format: 'RKNN (Rockchip)', extensions: ['rknn'], starts: begins('RKNN'), conversion: ORIGIN },
  hailo: { format: 'Hailo', extensions: ['hef'], starts: begins('\u0001HEF'), conversion: ORIGIN },
  mnn: { format: 'MNN', extensions: ['mnn'], conversion: ORIGIN },
  gguf: { format: 'GGUF', extensions: ['gguf', 'ggml'], starts: begins('GGUF', 'ggml', 'lmgg'), conversion: NOTHING },
  pickle: {
    format: 'pickle (joblib)',
    extensions: ['pkl', 'pickle', 'joblib'],
    conversion: NOTHING,
  },
  numpy: {
    format: 'NumPy',
    extensions: ['npy', 'npz'],
    starts: (start) => begins('\u0093NUMPY')(start) || zipWith(/\.npy/)(start),
    conversion: NOTHING,
  },
  bare_weights: { format: 'weights (.bin)', extensions: ['bin'], conversion: ORIGIN },
} as const satisfies Record<string, ModelFormat>

export type ModelFormatId = keyof typeof MODEL_FORMATS
