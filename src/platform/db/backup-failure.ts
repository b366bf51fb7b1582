/** A reason for which a backup can't be written or restored, as a sentence for the person at the command line. */
export class BackupFailure extends Error {
  override readonly name: string = 'BackupFailure'
}
