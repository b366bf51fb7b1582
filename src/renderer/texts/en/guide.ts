export const guide = {
  title: 'Guide',
  pages: 'Pages of the guide',
  overview: 'Overview',
  reference: 'Reference',
  close: 'Close the guide',
  learnMore: 'Learn more',
  /** Displayed in other languages. */
  language: 'The guide is in English.',
  notFound: 'The guide has no such page',
  notFoundHint: 'The link may be of another version of Sightline.',
  toOverview: 'Open the overview',
  neighbours: 'Pages before and after',
  open: 'Open the guide',
  hint: 'A page for each screen, with screenshots. F1 opens it everywhere, without a network.',
  openWords: 'help manual documentation user',
  pageNamed: (title: string) => `Guide: ${title}`,
}
