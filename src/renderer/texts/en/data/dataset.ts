export const dataset = {
  failed: 'The data set could not be loaded',
  stale: (reason: string) => `The data set could not be updated: ${reason}`,
  pages: {
    label: 'Pages of the data set',
    images: 'Images',
    insights: 'Insights',
    duplicates: 'Near-duplicates',
    tasks: 'Tasks',
  },
}
