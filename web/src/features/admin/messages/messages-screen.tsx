export function MessagesScreen() {
  return <h1>MessagesScreen</h1>;
}
