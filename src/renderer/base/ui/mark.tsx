/** The product's logo: a line and an object crossing it. */
export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="5.5" fill="#4a62de" />
      <path d="M5 16.5 19 7.5" stroke="#fff" strokeWidth="2" strokeLinecap="round" />
      <circle cx="8.6" cy="8.4" r="2.1" fill="#fff" fillOpacity=".72" />
      <circle cx="15.4" cy="15.6" r="2.1" fill="#fff" />
    </svg>
  )
}
