import type { Texts } from '../en/index.ts'

export const sharing: Texts['sharing'] = {
  share: 'Für die Organisation freigeben',
  unshare: 'Wieder privat machen',
  shared: 'Für die Organisation freigegeben',
  by: (name) => `Freigegeben von ${name}`,
  bySomebody: 'Von der Organisation freigegeben',
  nowShared: 'Für die Organisation freigegeben. Mitglieder können es auch ändern.',
  isPrivate: 'Privat: Nur noch Sie sehen es.',
  notChanged: 'Die Freigabe wurde nicht geändert',
  readOnly: (shared, needed, own) => `${shared}. Um es zu ändern, brauchen Sie die Rolle ${needed}; Ihre ist ${own}.`,
}
