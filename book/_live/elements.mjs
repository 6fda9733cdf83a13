// Small tools to make pieces of a page.
export const element = (name, attributes = {}, ...children) => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((one) => one !== null));
  return made;
};
export const code = (text) => element("code", {}, text);
export const option = (value, text, selected) => element("option", { value, selected }, text);
export const field = (label, control) => element("label", { class: "k-field" }, element("span", {}, label), control);
export const button = (text, act, more = {}) => element("button", { type: "button", class: "k-button", onclick: act, ...more }, text);
export const count = (number) => number.toLocaleString("en");

export const save = (name, text, type) => {
  const link = element("a", { download: name, href: URL.createObjectURL(new Blob([text], { type })) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};
