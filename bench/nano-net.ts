/**
 * Writes a network of the size of YOLOv8n (8.7 GFLOP at 640x640) with its input and output, and random weights that
 * detect nothing: it measures the cost of a detector, not its results. Written directly as ONNX.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { PbfWriter } from 'pbf'

const FLOAT = 1
const INT64 = 7

interface Tensor {
  name: string
  dims: number[]
  data: Float32Array | BigInt64Array
}

class Graph {
  readonly nodes: { op: string; inputs: string[]; output: string; ints: Record<string, number[] | number> }[] = []
  readonly tensors: Tensor[] = []
  #seed = 1

  add(op: string, inputs: string[], ints: Record<string, number[] | number> = {}): string {
    const output = `t${this.nodes.length}`
    this.nodes.push({ op, inputs, output, ints })
    return output
  }

  tensor(dims: number[], data: Tensor['data']): string {
    const name = `w${this.tensors.length}`
    this.tensors.push({ name, dims, data })
    return name
  }

  /** Convolution of k x k and, unless `plain`, SiLU. */
  conv(from: string, cin: number, cout: number, { k = 3, stride = 1, plain = false, bias = 0 } = {}): string {
    const scale = 1 / Math.sqrt(cin * k * k)
    const weights = Float32Array.from({ length: cout * cin * k * k }, () => (this.#random() - 0.5) * 2 * scale)
    const inputs = [
      from,
      this.tensor([cout, cin, k, k], weights),
      this.tensor([cout], new Float32Array(cout).fill(bias)),
    ]
    const pad = k >> 1
    const y = this.add('Conv', inputs, { kernel_shape: [k, k], strides: [stride, stride], pads: [pad, pad, pad, pad] })
    return plain ? y : this.add('Mul', [y, this.add('Sigmoid', [y])])
  }

  #random(): number {
    this.#seed = (this.#seed * 16_807) % 2_147_483_647
    return this.#seed / 2_147_483_647
  }
}

/** One scale's part of [1, 84, cells]: boxes, then scores that stay near zero. */
function head(g: Graph, from: string, cin: number): string {
  const features = g.conv(g.conv(from, cin, 64), 64, 64)
  const as = (channels: number) => g.tensor([3], BigInt64Array.from([1n, BigInt(channels), -1n]))
  const boxes = g.add('Reshape', [g.conv(features, 64, 4, { k: 1, plain: true }), as(4)])
  const scores = g.add('Reshape', [g.conv(features, 64, 80, { k: 1, plain: true, bias: -8 }), as(80)])
  return g.add('Concat', [boxes, g.add('Sigmoid', [scores])], { axis: 1 })
}

function network(): { graph: Graph; output: string } {
  const g = new Graph()
  const repeat = (from: string, channels: number, n: number) => {
    let x = from
    for (let i = 0; i < n; i++) x = g.conv(x, channels, channels)
    return x
  }
  const half = { stride: 2 }
  const p2 = repeat(g.conv(g.conv('images', 3, 16, half), 16, 32, half), 32, 2)
  const p3 = repeat(g.conv(p2, 32, 64, half), 64, 4)
  const p4 = repeat(g.conv(p3, 64, 128, half), 128, 4)
  const p5 = repeat(g.conv(p4, 128, 256, half), 256, 3)
  const heads = [head(g, p3, 64), head(g, p4, 128), head(g, p5, 256)]
  return { graph: g, output: g.add('Concat', heads, { axis: 2 }) }
}

/** Field numbers: onnx/onnx, onnx.proto. */
export function writeNanoNet(path: string): string {
  const { graph, output } = network()
  const model = new PbfWriter()
  model.writeVarintField(1, 8)
  model.writeMessage(8, (_, w) => w.writeVarintField(2, 17), null)
  model.writeMessage(
    7,
    (_, w) => {
      for (const { op, inputs, output: out, ints } of graph.nodes) {
        w.writeMessage(1, (__, n) => writeNode(n, op, inputs, out, ints), null)
      }
      w.writeStringField(2, 'nano')
      for (const t of graph.tensors) w.writeMessage(5, (__, n) => writeTensor(n, t), null)
      w.writeMessage(11, (__, n) => writeValue(n, 'images', [1, 3, 640, 640]), null)
      w.writeMessage(12, (__, n) => writeValue(n, output, [1, 84, 8400]), null)
    },
    null,
  )
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, model.finish())
  return path
}

function writeNode(
  w: PbfWriter,
  op: string,
  inputs: string[],
  output: string,
  ints: Record<string, number[] | number>,
) {
  for (const input of inputs) w.writeStringField(1, input)
  w.writeStringField(2, output)
  w.writeStringField(4, op)
  for (const [name, value] of Object.entries(ints)) {
    w.writeMessage(
      5,
      (_, a) => {
        a.writeStringField(1, name)
        if (typeof value === 'number') a.writeVarintField(3, value)
        else for (const v of value) a.writeVarintField(8, v)
        a.writeVarintField(20, typeof value === 'number' ? 2 : 7)
      },
      null,
    )
  }
}

function writeTensor(w: PbfWriter, { name, dims, data }: Tensor): void {
  for (const d of dims) w.writeVarintField(1, d)
  w.writeVarintField(2, data instanceof Float32Array ? FLOAT : INT64)
  w.writeStringField(8, name)
  w.writeBytesField(9, new Uint8Array(data.buffer, data.byteOffset, data.byteLength))
}

function writeValue(w: PbfWriter, name: string, dims: number[]): void {
  w.writeStringField(1, name)
  w.writeMessage(
    2,
    (_, type) =>
      type.writeMessage(
        1,
        (__, tensor) => {
          tensor.writeVarintField(1, FLOAT)
          tensor.writeMessage(
            2,
            (___, shape) => {
              for (const d of dims) shape.writeMessage(1, (____, dim) => dim.writeVarintField(1, d), null)
            },
            null,
          )
        },
        null,
      ),
    null,
  )
}
