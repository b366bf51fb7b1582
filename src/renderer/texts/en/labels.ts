import { formatCount, plural } from '../plural.ts'

export const labels = {
  title: 'Tags and note',
  notSaved: 'The change could not be saved',
  cannotShow: (why: string) => `Names, tags and notes can’t be shown. ${why}`,
  name: {
    give: 'Name this run',
    change: 'Rename this run',
    label: 'Name of the run',
    placeholder: 'Name of the run',
  },
  tags: {
    label: 'Tags',
    add: 'Add a tag',
  },
  note: {
    label: 'Note',
    add: 'Add a note',
    placeholder: 'Notes about this run',
    notSaved: (why: string) => `The note is not saved yet. ${why}`,
  },
  list: {
    run: 'Run',
    showTagged: (tag: string) => `Show runs tagged ${tag}`,
    deleted: (name: string, size: string) => `Run “${name}” (${size})`,
    moreTags: (n: number) => `+${formatCount(n)}`,
    note: (text: string) => `Note: ${text}`,
  },
  search: {
    filters: 'Search and filters',
    label: 'Search runs',
    placeholder: 'Name, workflow, file, tag, note',
    clear: 'Clear search',
    tag: 'Tag',
    anyTag: 'Any tag',
    found: (n: number, of: number) => `${formatCount(n)} of ${plural(of, 'run')} found`,
    loadingOlder: (n: number) => `${formatCount(n)} found, loading older runs…`,
    nothing: 'No matching runs',
    nothingHint:
      'No run has all of these words in its name, workflow, source file, tags or note, with the current filters.',
    olderRead: 'Loading older runs…',
  },
  conflict: {
    title: {
      name: 'This run was renamed in another window',
      tags: 'This run was tagged in another window',
      note: 'This note was changed in another window',
    },
    theirs: 'Your text is kept. The other window has:',
    empty: {
      name: 'Your name is kept. The other window removed it.',
      tags: 'Yours are kept. The other window removed all tags.',
      note: 'Your note is kept. The other window removed it.',
    },
    useTheirs: 'Use theirs',
    keepMine: 'Keep mine',
  },
}
