import { basename } from 'node:path'
import { MotFileError, type MotRow, readMotRows } from '../engine/evaluation/mot-file.ts'
import { CommandFailure, EXIT } from './terminal.ts'

/** All rows of a MOTChallenge file; an unreadable one ends the command with exit code 2. */
export async function motRows(path: string): Promise<MotRow[]> {
  const rows: MotRow[] = []
  try {
    for await (const row of readMotRows(path)) rows.push(row)
    return rows
  } catch (error) {
    if (error instanceof MotFileError) throw new CommandFailure(error.message, EXIT.unreadable)
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ENOENT') throw new CommandFailure(`There is no file “${path}”.`, EXIT.unreadable)
    if (code === undefined) throw error
    const message = `The file “${basename(path)}” can’t be read (${code}). Check that it is a text file that you may read.`
    throw new CommandFailure(message, EXIT.unreadable)
  }
}
