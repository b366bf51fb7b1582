import { describe, expect, it } from 'vitest'
import { exportCommands, foreignModel } from '../../../src/shared/domain/model-file-kind.ts'
import { englishOf } from '../../../src/shared/messages/message.ts'

const bytes = (text: string) => Uint8Array.from(text, (c) => c.charCodeAt(0))
const said = (name: string, start?: string) => {
  const message = foreignModel(name, start === undefined ? undefined : bytes(start))
  return message && englishOf(message)
}

const ZIP = 'PK\u0003\u0004\u0000\u0000archive/data.pkl'

describe('a model file of another framework', () => {
  it.each([
    ['best.pt', `${ZIP}cultralytics.nn.tasks\nDetectionModel`, 'yolo export model="best.pt" format=onnx'],
    ['net.pth', ZIP, 'torch.onnx.export(model.eval(), torch.zeros(1, 3, 640, 640), "net.onnx", opset_version=17)'],
    ['old.pt', '\u0080\u0002}q', 'torch.onnx.export(model.eval()'],
    ['traced.pt', 'PK\u0003\u0004 traced/constants.pkl', 'torch.jit.load("traced.pt")'],
    [
      'model.safetensors',
      '\u0040\u0000\u0000\u0000\u0000\u0000\u0000\u0000{"a":1}',
      'optimum-cli export onnx --model . onnx',
    ],
    ['yolo11n.engine', 'ftrt\u0000', 'yolo export model="yolo11n.pt" format=onnx'],
    ['page.onnx', '\n<!DOCTYPE html><html>', 'is a web page'],
    ['big.onnx', 'version https://git-lfs.github.com/spec/v1\n', 'git lfs pull'],
  ])('%s is recognised by its bytes, and the sentence says what to do', (name, start, remedy) => {
    expect(said(name, start)).toContain(remedy)
  })

  it('is recognised by its name where the bytes say nothing', () => {
    expect(said('best.pt')).toContain('yolo export')
    expect(said('best.engine', '\u0010\u0002\u0000\u0000{"task":')).toContain('TensorRT')
    expect(said('best.safetensors', '')).toContain('optimum-cli')
  })
})

describe('the commands that export a file', () => {
  const commandsOf = (name: string, start?: string) => {
    const found = foreignModel(name, start === undefined ? undefined : bytes(start))
    return found && exportCommands(found)
  }
  it('are those of its sentence', () => {
    for (const name of ['best.pt', 'best.safetensors', 'best.engine', 'best.torchscript']) {
      const commands = commandsOf(name) ?? []
      expect(commands.length).toBeGreaterThan(0)
      for (const command of commands) expect(said(name)).toContain(command)
    }
  })
  it('are none for a file that has nothing to export', () => {
    expect(commandsOf('page.onnx', '<!doctype html>')).toEqual([])
  })
})

describe('a file that may be ONNX', () => {
  it('is not judged by its name', () => {
    expect(said('odd.pt', '\b\u0007\u0012\u0007pytorch')).toBeNull()
  })
  it('is left to the doctor', () => {
    expect(said('model.constructor')).toBeNull()
    expect(said('model.onnx', '\b\u0007')).toBeNull()
    expect(said('model.onnx', 'Dear reader,')).toBeNull()
    expect(said('model.onnx')).toBeNull()
  })
})
