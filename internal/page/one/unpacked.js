// Begins the file that plays: what stands in it packed becomes its elements and its script.
{
  const page = /** @type {any} */ (globalThis);
  const [elements, texts, ...script] = page.unpack(document.getElementById("packed")?.textContent).split("\n");
  page.texts = JSON.parse(texts);
  document.body.insertAdjacentHTML("beforeend", elements);
  document.body.append(Object.assign(document.createElement("script"), { textContent: script.join("\n") }));
}
