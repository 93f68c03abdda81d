const WORDS = /\b(below-ground|red-brick|hand-dug|cross-props)\b/i

/** Keeps our compound words on one line where there is room. */
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
