/** Video files of a test, in a folder of its own like real footage. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { test } from '@playwright/test'
import { writeDemoClip } from '../setup/demo-clip.ts'

function pathOf(name: string): string {
  const path = test.info().outputPath('footage', name)
  mkdirSync(dirname(path), { recursive: true })
  return path
}

export function footage(name: string, bytes: Buffer): string {
  const path = pathOf(name)
  writeFileSync(path, bytes)
  return path
}

/** Writes the seconds of the demo video from `fromS` to `untilS`: even ones, where its groups of pictures begin. */
export async function demoClip(name: string, untilS: number, fromS = 0): Promise<string> {
  const path = pathOf(name)
  await writeDemoClip(path, untilS, fromS)
  return path
}
