"use strict";
// Steps through the runs of the page. Without it all is there but the stepping.
(() => {
  const runs = [];
  let current = null;

  class Run {
    constructor(element) {
      this.element = element;
      this.data = JSON.parse(element.querySelector("script").textContent);
      this.slider = element.querySelector(".controls input");
      this.said = element.querySelector(".controls output");
      this.state = element.querySelector(".state tbody");
      this.model = element.querySelector(".model");
      this.shown = "";
      element.querySelector(".controls").hidden = false;
      element.querySelector("aside").hidden = false;
      element.querySelector(".stage").classList.add("steps-through");
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
      element.querySelector(".back").addEventListener("click", () => this.go(this.at - 1));
      element.querySelector(".on").addEventListener("click", () => this.go(this.at + 1));
      for (const part of element.querySelectorAll("[data-first]")) {
        part.addEventListener("click", (event) => {
          if (!event.target.closest("a")) this.go(Number(part.dataset.last) + 1);
        });
        part.addEventListener("keydown", (event) => {
          if (event.key === "Enter" || event.key === " ") {
            event.preventDefault();
            this.go(Number(part.dataset.last) + 1);
          }
        });
      }
      element.addEventListener("pointerdown", () => { current = this; });
      element.addEventListener("focusin", () => { current = this; });
      this.show(this.data.steps.length);
    }

    /// Behind so many events; 0 is the start.
    go(at) {
      this.show(at);
      current = this;
      const step = this.at === 0 ? 0 : this.data.steps[this.at - 1].number;
      history.replaceState(null, "", "#" + this.element.id + (step > 0 ? "/" + step : ""));
    }

    goToNumber(number) {
      const index = this.data.steps.findIndex((step) => step.number === number);
      this.show(index < 0 ? this.data.steps.length : index + 1);
    }

    show(at) {
      this.at = Math.max(0, Math.min(this.data.steps.length, at));
      const label = this.at === 0 ? "before the first step" : this.data.steps[this.at - 1].label;
      this.slider.value = String(this.at);
      this.slider.setAttribute("aria-valuetext", label);
      this.said.textContent = label;
      for (const part of this.element.querySelectorAll("[data-first]")) {
        const isNow = this.at > Number(part.dataset.first) && this.at - 1 <= Number(part.dataset.last);
        part.classList.toggle("now", isNow);
        if (part.tagName === "TR") part.toggleAttribute("aria-current", isNow);
      }
      this.showState();
      this.showLine();
    }

    showState() {
      const view = this.data.views[this.at];
      const before = this.data.views[Math.max(0, this.at - 1)];
      const rows = view.rows.map(([name, text], index) => {
        const row = document.createElement("tr");
        const head = document.createElement("th");
        const cell = document.createElement("td");
        head.scope = "row";
        head.textContent = name;
        cell.textContent = text;
        const was = before.rows[index][1];
        if (was !== text) {
          const old = document.createElement("span");
          old.className = "was";
          old.textContent = was;
          cell.append(old);
          row.className = "changed";
        }
        row.append(head, cell);
        return row;
      });
      this.state.replaceChildren(...rows);
    }

    showLine() {
      const step = this.at === 0 ? null : this.data.steps[this.at - 1];
      const name = step && step.source ? step.source : this.shown || this.firstSource();
      if (name !== this.shown) this.copySource(name);
      for (const line of this.model.querySelectorAll(".now")) line.classList.remove("now");
      if (!step || step.line === 0 || step.source !== this.shown) return;
      const line = this.model.querySelectorAll("li")[step.line - 1];
      if (!line) return;
      line.classList.add("now");
      this.model.scrollTop = line.offsetTop - this.model.offsetTop - this.model.clientHeight / 3;
    }

    firstSource() {
      const step = this.data.steps.find((one) => one.source);
      return step ? step.source : "";
    }

    copySource(name) {
      const sources = [...document.querySelectorAll(".source")];
      const source = sources.find((one) => one.dataset.source === name);
      this.shown = source ? name : "";
      this.model.replaceChildren(...(source ? [source.querySelector("ol").cloneNode(true)] : []));
    }
  }

  /// Made when it is looked at first: a page may have very many.
  function runOf(element) {
    let run = runs.find((one) => one.element === element);
    if (!run) {
      run = new Run(element);
      runs.push(run);
    }
    return run;
  }

  /// "#set_nx_px/mutual_exclusion--pause/3"
  function follow() {
    const name = decodeURIComponent(location.hash.slice(1));
    if (name === "") return;
    const match = /^(.*)\/(\d+)$/.exec(name);
    const element = document.getElementById(name) || (match && document.getElementById(match[1]));
    if (!element || !element.classList.contains("run")) return;
    element.open = true;
    current = runOf(element);
    if (match && element.id === match[1]) current.goToNumber(Number(match[2]));
    element.scrollIntoView();
  }

  function onKey(event) {
    if (!current || !current.element.open || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target.matches("input, textarea, select, .model")) return;
    const to = { ArrowLeft: current.at - 1, ArrowRight: current.at + 1, Home: 0, End: current.data.steps.length };
    if (!(event.key in to)) return;
    event.preventDefault();
    current.go(to[event.key]);
  }

  for (const element of document.querySelectorAll(".run")) {
    if (element.open) current = current || runOf(element);
    if (element.open) runOf(element);
    element.addEventListener("toggle", () => {
      if (element.open) current = runOf(element);
    });
  }
  addEventListener("hashchange", follow);
  document.addEventListener("keydown", onKey);
  follow();
})();
