/** An address that belongs to nobody (RFC 2606), with the port that `sightline serve` uses. */
export const EXAMPLE_ADDRESS = 'https://sightline.example:8620'
