/** A sentence with a name in it that keeps its own direction, so that an Arabic address doesn't turn the words around it. */
export function Named({ text, name }: { text: string; name: string }) {
  const at = name === '' ? -1 : text.indexOf(name);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <bdi>{name}</bdi>
      {text.slice(at + name.length)}
    </>
  );
}
