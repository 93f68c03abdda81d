const WORDS = /\b(below-ground|red-brick|hand-dug|cross-props)\b/i

/** Keeps compound words on one line if they fit. */
export function Unbroken({ text }: { text: string }) {
  return text.split(WORDS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text don't move.
      <span key={index} className="inline-block max-w-full">
        {part}
      </span>
    ),
  )
}
