import type { Texts } from '../../en/index.ts'

export const files: Texts['runs']['files'] = {
  gone: 'Diese Datei gibt es nicht mehr. Vielleicht wurde sie mit ihrem Lauf gelöscht.',
  unreadable: (status) => `Diese Datei konnte nicht gelesen werden (Status ${status}). Versuchen Sie es erneut.`,
}
