import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { foreignAmong, foreignModel, notOnnxModel } from '../../../src/shared/domain/model-file-kind.ts'
import { MODEL_FORMATS, type ModelFormat } from '../../../src/shared/domain/model-formats/model-formats.ts'
import { englishOf, type Message } from '../../../src/shared/messages/message.ts'

/** Written by the toolkits themselves: see tools/fixtures/make-model-starts.py. */
const STARTS: Record<string, string> = JSON.parse(
  readFileSync(new URL('../../fixtures/model-formats/starts.json', import.meta.url), 'utf8'),
)
const startOf = (file: string): Uint8Array => Buffer.from(STARTS[file] ?? '', 'base64')
const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')
const english = (message: Message | null): string => (message === null ? '' : englishOf(message))

describe('a file that another toolkit has written', () => {
  it.each([
    ['core-ml.mlmodel', 'is a model of Core ML, which nothing converts back'],
    ['openvino.xml', 'is a model of OpenVINO IR, which nothing converts back'],
    ['weights.h5', 'keras.models.load_model('],
    ['net.h5', 'keras.models.load_model('],
    ['net.keras', 'keras.models.load_model('],
    ['values.npy', 'is a file of NumPy'],
    ['values.npz', 'is a file of NumPy'],
    ['values.pkl', 'is a file of pickle'],
    ['onnx.json', 'is a model of ONNX (JSON). Convert it to ONNX in Python: import onnx; onnx.save('],
    ['onnx.textproto', 'is a model of ONNX (text)'],
    ['onnx.onnxtxt', 'is a model of ONNX (text)'],
    ['weights.safetensors', 'is a safetensors file'],
    ['saved_model.pb', 'python -m tf2onnx.convert --saved-model .'],
    ['frozen.pb', 'python -m tf2onnx.convert --graphdef'],
    ['lite.tflite', 'python -m tf2onnx.convert --tflite'],
    ['paddle.json', 'paddle2onnx --model_dir . --model_filename "paddle.json" --params_filename "paddle.pdiparams"'],
    ['program.pdmodel', 'paddle2onnx --model_dir . --model_filename "program.pdmodel"'],
  ])('%s is named by its bytes, also under another name', (file, said) => {
    expect(english(foreignModel(file, startOf(file)))).toContain(said)
    // The commands have the name of the file.
    const renamed = english(foreignModel('model.onnx', startOf(file)))
    expect(renamed).toMatch(/^“model\.onnx” is /)
    expect(renamed.split(' ').slice(1, 6)).toEqual(
      english(foreignModel(file, startOf(file)))
        .split(' ')
        .slice(1, 6),
    )
  })
})

const ZIP = 'PK\u0003\u0004\u0014\u0000'

describe('the bytes of formats whose toolkits are rare', () => {
  it.each([
    ['RKNN and more', 'RKNN (Rockchip)'],
    ['7767517\n2 2\nInput', 'ncnn'],
    ['\u00dd\u0085\u0076\u0000\u0002', 'ncnn'],
    ['{"format":"graph-model","modelTopology":{},"weightsManifest":[]}', 'TensorFlow.js'],
    ['{\n "nodes": [{"op": "null"}],\n "arg_nodes": [0], "heads": [[1,0,0]]}', 'MXNet'],
    ['\u0012\u0001\u0000\u0000\u0000\u0000\u0000\u0000\u0000', 'MXNet'],
    ['\u0000\u0000\u0000\u0000\u0002\u0000\u0000\u0000\u0005\u0000\u0000\u0000', 'Darknet'],
    ['# YOLO\n[net]\nbatch=1', 'Darknet'],
    ['name: "VGG"\nlayer {\n', 'Caffe'],
    ['\n\u0003VGG\u00a2\u0006\u0010', 'Caffe'],
    ['GGUF\u0003\u0000\u0000\u0000', 'GGUF'],
    ['\u0020\u0000\u0000\u0000ORTM', 'ONNX Runtime (ORT)'],
    ['\u0020\u0000\u0000\u0000ET12', 'ExecuTorch'],
    ['\u0001HEF\u0000', 'Hailo'],
    [`${ZIP}net/archive_format\u0000pt2`, 'PyTorch (torch.export)'],
    [`${ZIP}serialized_exported_program.json`, 'PyTorch (torch.export)'],
  ])('%j is %s', (start, format) => {
    expect(english(foreignModel('model.onnx', bytes(start)))).toContain(`of ${format}`)
  })

  it('the magic number of old PyTorch files is PyTorch, without a word of it', () => {
    const magic = '\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019.'
    expect(english(foreignModel('model.onnx', bytes(magic)))).toContain('is a PyTorch file')
  })

  it('a traced and an exported model are told from weights', () => {
    expect(english(foreignModel('m.pt', bytes(`${ZIP}m/code/__torch__.py`)))).toContain('is a TorchScript file')
    expect(english(foreignModel('m.pt2', bytes(`${ZIP}m/archive_format`)))).toContain('torch.export.load("m.pt2")')
  })
})

describe('a page or text is not taken for a model', () => {
  it.each([
    ['<?xml version="1.0"?>\n<Error><Code>AccessDenied</Code></Error>', 'is a web page'],
    ['<?xml version="1.0"?>\n<net name="m" version="11">', 'is a model of OpenVINO IR'],
    ['version https://git-lfs.github.com/spec/v1\noid', 'is a pointer of Git LFS'],
    ['{"error": "Not found"}', ''],
    ['Dear reader,', ''],
  ])('%j', (start, said) => {
    const found = english(foreignModel('model.onnx', bytes(start)))
    if (said === '') expect(found).toBe('')
    else expect(found).toContain(said)
  })

  it('ONNX with the names of other formats inside stays ONNX', () => {
    for (const producer of ['pytorch', 'tf2onnx', 'TFL3', 'saved_model', 'paddle']) {
      const start = bytes(
        `\b\b\u0012${String.fromCharCode(producer.length)}${producer}\u001a\u00011 tensorflow NoOp serve`,
      )
      expect(foreignModel('model.tflite', start)).toBeNull()
    }
  })
})

it('a ZIP archive may hold an ONNX file, and is refused only where archives are not read', () => {
  const start = bytes(`${ZIP}best.onnx`)
  expect(foreignModel('export.zip', start)).toBeNull()
  expect(english(notOnnxModel('export.zip', start))).toContain('Unpack it')
})

describe('a folder or an archive', () => {
  it.each([
    [['best_ncnn_model/metadata.yaml', 'best_ncnn_model/model.ncnn.bin', 'best_ncnn_model/model.ncnn.param'], 'ncnn'],
    [['best_openvino_model/best.bin', 'best_openvino_model/best.xml'], 'OpenVINO IR'],
    [['saved/fingerprint.pb', 'saved/saved_model.pb', 'saved/variables/variables.index'], 'TensorFlow SavedModel'],
    [['web/group1-shard1of2.bin', 'web/metadata.yaml', 'web/model.json'], 'TensorFlow.js'],
    [['best.mlpackage/Data/com.apple.CoreML/model.mlmodel', 'best.mlpackage/Manifest.json'], 'Core ML'],
    [['best_paddle_model/model.json', 'best_paddle_model/model.pdiparams'], 'PaddlePaddle'],
  ])('%j is of %s', (paths, format) => {
    expect(english(foreignAmong(paths))).toContain(`is a model of ${format}`)
  })

  it('without a model says nothing', () => {
    expect(foreignAmong(['photos/a.jpg', 'notes.txt'])).toBeNull()
  })
})

it('no extension stands for two formats', () => {
  const extensions = Object.values(MODEL_FORMATS).flatMap((one: ModelFormat) => one.extensions)
  expect(extensions).toEqual([...new Set(extensions)])
})
