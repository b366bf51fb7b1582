import { formatCount, plural } from '../../plural.ts'
export const events = {
  entries: 'entries',
  panel: {
    title: 'Events',
    event: 'Event',
    direction: 'Direction',
    to: 'to',
    places: 'Places',
    directions: 'Directions',
    classes: 'Classes',
    clear: 'Clear',
    all: { type: 'All but occupancy', geometry: 'All places', direction: 'All directions', className: 'All classes' },
    noMatches: 'No events match the filter.',
    onlyOccupancy:
      'There are no crossings or visits. The chart shows the occupancy; select it above to list its values.',
    none: 'No events were measured. Add a measure block with a line or a zone to count them.',
    reading: (n: number) => `${plural(n, 'event')}, reading…`,
    first: (count: string, read: number) =>
      `${count}, of the first ${formatCount(read)} records. The file has more: download it under Files to see them all.`,
    broken: (count: string, why: string) => `${count}. The rest is missing: ${why}`,
    count: (count: string, all: number) => `${count} ${all === 1 ? 'event' : 'events'}`,
  },
}
