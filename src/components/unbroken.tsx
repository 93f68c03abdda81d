const WORDS = /\b(below-ground|red-brick|hand-dug|cross-props)\b/i

/** A text in which our own compound words stay in one line where that has room. */
export function Unbroken({ text }: { text: string }) {
  return text.split(WORDS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text keep their places.
      <span key={index} className="inline-block max-w-full">
        {part}
      </span>
    ),
  )
}
