import { describe, expect, it } from 'vitest'
import { readWorkflowFile } from '../../../../../src/renderer/base/host/read-workflow-file.ts'
import { isMedia, isWorkflowFile } from '../../../../../src/renderer/parts/studio/upload/pick-file.ts'
import { documentFrom, fileNameOf, fileText } from '../../../../../src/renderer/screens/editor/session/file-actions.ts'
import { doc } from '../documents.ts'

describe('a workflow file', () => {
  it('opens as the document it was made from', () => {
    const document = { ...doc(['source-1', 'model-1'], ['source-1>model-1']), description: 'Counts cars' }
    const read = readWorkflowFile(fileText(document), 'test.json')
    expect(read.ok && documentFrom(read.file)).toEqual(document)
  })

  it('is arranged if it has no layout', () => {
    const { layout: _, ...bare } = JSON.parse(fileText(doc(['source-1', 'model-1'], ['source-1>model-1'])))
    const read = readWorkflowFile(JSON.stringify(bare), 'test.json')
    expect(read.ok && Object.keys(documentFrom(read.file).layout.nodes)).toEqual(['source-1', 'model-1'])
  })

  it.each([
    ['Cars / day: 5?', 'Cars - day- 5.sightline.json'],
    ['Straßen zählen', 'Straßen zählen.sightline.json'],
    ['..', 'workflow.sightline.json'],
  ])('of “%s” is named %s', (name, expected) => {
    expect(fileNameOf(name)).toBe(expected)
  })
})

describe('a dropped file', () => {
  it('is recognised by its type or its name', () => {
    expect(isMedia(new File([], 'clip.MKV'))).toBe(true)
    expect(isMedia(new File([], 'clip', { type: 'video/mp4' }))).toBe(true)
    expect(isMedia(new File([], 'notes.txt', { type: 'text/plain' }))).toBe(false)
    expect(isWorkflowFile(new File([], 'count.sightline.json'))).toBe(true)
  })
})
