export function ExceptionsScreen() {
  return <h1>ExceptionsScreen</h1>;
}
