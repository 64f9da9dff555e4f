interface ResultCountProps {
  /** Null while nothing narrows the list down. */
  count: number | null;
  one: string;
  many: string;
}

/** Tells a screen reader how many entries a search or a filter has left. */
export function ResultCount({ count, one, many }: ResultCountProps) {
  return (
    <p role="status" className="sr-only">
      {count !== null && `${count} ${count === 1 ? one : many} shown`}
    </p>
  );
}
