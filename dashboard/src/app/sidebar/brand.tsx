// The mark of Task Service.
export function Brand({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6.5" fill="var(--accent-fill)" />
      <path
        d="M6.5 8h6M6.5 12h3.2"
        stroke="#fff"
        strokeOpacity=".62"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <path
        d="m10.2 15.2 2.6 2.6 5.4-6.6"
        fill="none"
        stroke="#fff"
        strokeWidth="2.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}
