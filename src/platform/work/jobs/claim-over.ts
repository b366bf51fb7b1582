/** Another worker may have the job already: this one may not write for it any more. */
export class ClaimOver extends Error {
  override readonly name = 'ClaimOver'
}
