export function QueueScreen() {
  return <h1>QueueScreen</h1>;
}
