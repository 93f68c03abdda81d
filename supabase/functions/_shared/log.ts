/** One line for the log: what went wrong, without the stack and the connection's details. */
export const reason = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause))

/** An error for the log. Those of the database lose their details, which may repeat what a person typed. */
export const loggable = (cause: unknown): unknown =>
  cause instanceof Error && cause.name === 'PostgrestError' && 'code' in cause
    ? `${cause.code} ${cause.message}`
    : cause
