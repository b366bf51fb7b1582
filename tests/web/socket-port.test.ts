/** The memory that messages of pages take, which they share with the bodies of the API. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import WebSocket, { WebSocketServer } from 'ws'
import { createBodyBudget } from '../../src/platform/http/body-budget.ts'
import { socketPort } from '../../src/web/node-http.ts'

const MEBIBYTE = 1024 * 1024
let server: WebSocketServer
let page: WebSocket
let finish: () => void
let received: unknown[]

beforeEach(async () => {
  received = []
  const { takeNow } = createBodyBudget({ arrivingBytes: MEBIBYTE, parsedBytes: MEBIBYTE, waitMs: 0 })
  server = new WebSocketServer({ port: 0 })
  server.on('connection', (socket) => {
    socketPort(socket, takeNow).onMessage((message) => {
      received.push(message)
      return new Promise<void>((resolve) => {
        finish = resolve
      })
    })
  })
  await once(server, 'listening')
  page = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`)
  await once(page, 'open')
})
afterEach(() => {
  page.terminate()
  server.close()
})

/** Takes half of the memory. */
const large = JSON.stringify('x'.repeat(MEBIBYTE / 4))
const handled = async () => {
  page.ping()
  await once(page, 'pong')
}

it('closes the connection of a page whose message finds no memory', async () => {
  page.send(large)
  page.send(large)
  const [code] = await once(page, 'close')
  expect([code, received.length]).toEqual([1013, 1])
})

it('gives the memory of a message back when it has been handled, or is no JSON', async () => {
  page.send(large.slice(0, -1))
  for (const count of [1, 2, 3]) {
    page.send(large)
    await handled()
    expect(received).toHaveLength(count)
    finish()
  }
})
