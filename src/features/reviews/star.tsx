/** One star; colour and fill come from the class. Decoration: the number stands beside it in words. */
export function Star({ className }: { className: string }) {
  return (
    <svg aria-hidden viewBox="0 0 24 24" className={className} stroke="currentColor" strokeWidth="1.5">
      <path strokeLinejoin="round" d="m12 3 2.7 5.9 6.3.7-4.7 4.3 1.3 6.3L12 17l-5.6 3.2 1.3-6.3L3 9.6l6.3-.7z" />
    </svg>
  )
}
