/** Search for images. */
export const search = {
  'search.no_tags': 'Name at least one tag in objects, scenes or attributes.',
  'search.no_descriptor': ['“{name}” cannot be compared, since it could not be decoded.', 'name'],
  'search.index_building': 'Many images are being added to the search index. Try again in a moment.',
  'search.no_scan': [
    '“{dataset}” has not been scanned for near-duplicates. Start a scan with POST near-duplicates.',
    'dataset',
  ],
  'search.scan_running': [
    '“{dataset}” is being scanned for near-duplicates. Wait for that scan, or cancel it.',
    'dataset',
  ],
  'search.scan_disk_full': 'The disk is full. Make room, then scan for near-duplicates again.',
  'search.scan_fault': 'The scan for near-duplicates failed because of a fault inside Sightline. Try again.',
} as const
